package org.rmcast.lab.member;

/**
 * What a process used in one run.
 *
 * @param cpuNanos time on the processors, of all threads, in user and kernel mode
 * @param compileNanos time that the JVM's compilers took of it or waited
 * @param peakMemoryKib the most memory that was resident at once since the member was opened, Linux's VmHWM; 0 elsewhere
 * @param wakeUps how often a thread of it was woken up after it had to wait, Linux's voluntary context switches; 0 elsewhere
 * @param elapsedNanos how long the run was
 */
public record ProcessFigures(long cpuNanos, long compileNanos, long peakMemoryKib, long wakeUps, long elapsedNanos) {
    /** Wake-ups per second; 0 where they are not known. */
    public double wakeUpsPerSecond() {
        return elapsedNanos > 0 ? wakeUps * 1e9 / elapsedNanos : 0;
    }
}

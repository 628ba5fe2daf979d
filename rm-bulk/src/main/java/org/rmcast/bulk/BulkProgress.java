package org.rmcast.bulk;

/**
 * How far a receiver is with what it takes.
 *
 * @param name as the sender calls it; empty if it takes nothing
 * @param bytes what has come, of this and of earlier processes
 * @param totalBytes how much it will be
 * @param resumedBytes what was there of an earlier process
 */
public record BulkProgress(String name, long bytes, long totalBytes, long resumedBytes) {
    static final BulkProgress NOTHING = new BulkProgress("", 0, 0, 0);
}

package org.rmcast.lab.papers.shiroshita;

/**
 * How many of a round's answers find the server's buffer full.
 *
 * <p>Paper: Shiroshita et al., section 4.1: the n-th answer does with {@code P(n,b) = (1 - 1/ρ)^b Σ_{m=0}^{n-b-1} C(m+b-2, b-2) ρ^-m}, and of x answers
 * {@code V(x) = Σ_{n=b+1}^{x} P(n,b)} do, with b the buffer in packets and {@code ρ = 1/(δμ)} how much faster answers come than the server takes
 * them. The formula is that of overload; for {@code ρ <= 1} it is taken to be 0.
 *
 * @param load ρ
 * @param buffer b, 2 or more
 */
record OverflowModel(double load, int buffer) {
    /** No answer finds the buffer full. */
    static final OverflowModel NONE = new OverflowModel(0, Integer.MAX_VALUE);

    OverflowModel {
        if (buffer < 2) {
            throw new IllegalArgumentException("buffer must be 2 or more, was " + buffer);
        }
    }

    /** V(x): the mean number of so many answers that are lost at the server. */
    double lost(double answers) {
        if (load <= 1) {
            return 0;
        }
        double logTerm = buffer * StrictMath.log(1 - 1 / load);
        double logLoad = StrictMath.log(load);
        double nth = 0;
        double lost = 0;
        for (long n = buffer + 1L; n <= answers; n++) {
            nth += StrictMath.exp(logTerm);
            lost += nth;
            // From C(m+b-2, m) ρ^-m to the next m.
            long m = n - buffer - 1;
            logTerm += StrictMath.log((m + buffer - 1.0) / (m + 1.0)) - logLoad;
        }
        return lost;
    }
}

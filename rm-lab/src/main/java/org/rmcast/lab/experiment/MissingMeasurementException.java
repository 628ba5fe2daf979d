package org.rmcast.lab.experiment;

/** Something is asked for that was not measured. */
public final class MissingMeasurementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String what;

    public MissingMeasurementException(String what) {
        super(what);
        this.what = what;
    }

    @Override
    public String getMessage() {
        return what;
    }
}

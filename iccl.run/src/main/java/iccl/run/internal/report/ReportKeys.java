package iccl.run.internal.report;

/** The keys of a report's entries. Reports cross from a bundle to the class path as maps, for the two share no classes. */
final class ReportKeys {
    /** Service property that says which report a service gives. */
    static final String REPORT = "iccl.report";

    static final String KIND = "kind";
    static final String NAME = "name";
    static final String STATUS = "status";
    static final String VERSION = "version";
    static final String REASON = "reason";
    static final String REMEDY = "remedy";
    static final String VARIABLE = "variable";
    static final String ALLOWED = "allowed";
    static final String STANDARD = "standard";
    static final String VALUE = "value";
    static final String SOURCE = "source";
    static final String DESCRIPTION = "description";

    private ReportKeys() {}
}

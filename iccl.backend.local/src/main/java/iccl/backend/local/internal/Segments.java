package iccl.backend.local.internal;

/** Where groups find their segments: under a name, among threads or among processes. */
interface Segments {
    /**
     * Opens the segment of that name; the first to come makes it.
     *
     * @param wanted what the first makes; all must agree about the size
     * @throws iccl.api.IcclException {@code SYSTEM_ERROR} when there is no room, {@code INVALID_ARGUMENT} when sizes differ
     */
    Segment open(String name, Layout wanted, Deadline deadline);
}

package iccl.api;

/** Where memory lives, seen from the rank that holds its address. */
public enum MemorySpace {
    /** Ordinary memory of the process. */
    HOST,
    /** Host memory that a device can read and write without a detour. */
    PINNED,
    /** Memory of an accelerator; the host must not touch it. */
    DEVICE
}

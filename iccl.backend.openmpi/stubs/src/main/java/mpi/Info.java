package mpi;

/** Signatures only. */
public final class Info {
    Info() {}
}

package mpi;

/** Signatures only. */
public final class Op {
    Op() {}
}

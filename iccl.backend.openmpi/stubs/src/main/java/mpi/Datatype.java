package mpi;

/** Signatures only. */
public final class Datatype {
    Datatype() {}
}

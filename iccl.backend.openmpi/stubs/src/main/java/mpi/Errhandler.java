package mpi;

/** Signatures only. */
public final class Errhandler {
    Errhandler() {}
}

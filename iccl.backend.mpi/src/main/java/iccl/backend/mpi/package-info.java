/**
 * What the backends for Open MPI and MPICH share: an endpoint over an MPI communicator, the probe's decisions, the life
 * of MPI in a process. Each of the two bundles has a copy of its own, behind {@link
 * iccl.backend.mpi.MpiCommunicator} are the calls that differ.
 */
package iccl.backend.mpi;

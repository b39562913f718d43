/*
 * Makes an MPI library CUDA-aware, for a test: it lies between the backend and MPI, says that CUDA is supported, and gives
 * MPI the memory that make-believe CUDA addresses stand for (iccl.platform.simulation). With CUDA_AWARE_ANSWER=no it says that
 * CUDA is not supported, whatever the MPI. Compiled with an MPI's own compiler.
 *
 * As CUDA-aware MPIs are: messages take such addresses, nonblocking collectives do not, and nobody waits for what is still on
 * its way to the device. How many addresses of devices it met is added as a line to the file that CUDA_AWARE_LOG names, at the
 * end.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long met;

/* The library that the platform has opened. */
static void *at(const void *address) {
    static void *(*reach)(const void *);
    const char *file = getenv("CUDA_AWARE_RUNTIME");
    if (reach == NULL && file != NULL) {
        void *runtime = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
        void *found = runtime == NULL ? NULL : dlsym(runtime, "cudaSimulatedMemory");
        memcpy(&reach, &found, sizeof found);
    }
    void *memory = reach == NULL || address == NULL ? NULL : reach(address);
    if (memory != NULL) {
        __atomic_add_fetch(&met, 1, __ATOMIC_RELAXED);
    }
    return memory == NULL ? (void *)address : memory;
}

__attribute__((destructor)) static void report(void) {
    const char *name = getenv("CUDA_AWARE_LOG");
    FILE *file = name == NULL ? NULL : fopen(name, "a");
    if (file != NULL) {
        fprintf(file, "met %ld\n", met);
        fclose(file);
    }
}

static int answers_yes(void) {
    const char *answer = getenv("CUDA_AWARE_ANSWER");
    return answer == NULL || strcmp(answer, "no") != 0;
}

/* Open MPI's question. */
int MPIX_Query_cuda_support(void) { return answers_yes(); }

/* MPICH's. */
int MPIX_GPU_query_support(int kind, int *answer) {
    *answer = kind == 0 && answers_yes();
    return MPI_SUCCESS;
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request *request) {
    return PMPI_Isend(at(buffer), count, type, peer, tag, comm, request);
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request *request) {
    return PMPI_Irecv(at(buffer), count, type, peer, tag, comm, request);
}

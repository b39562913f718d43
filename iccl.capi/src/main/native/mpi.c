#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "capi.h"

/*
 * A host program may use MPI itself. Then it may have started it before us, and it must be the MPI that our backend uses:
 * two of them must never meet in one process. No header of either is needed: what is called here is the same in both.
 */

#define MAX_LIBRARY_VERSION 8192

typedef int (*flag_function)(int *flag);
typedef int (*version_function)(char *text, int *length);

/* A function of the MPI that the host program brought, if it did. */
static void *host_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

static int host_flag(const char *name) {
    int flag = 0;
    flag_function function = NULL;
    void *symbol = host_symbol(name);
    memcpy(&function, &symbol, sizeof function);
    return function != NULL && function(&flag) == 0 ? flag : 0;
}

static void host_version(char text[MAX_LIBRARY_VERSION + 1]) {
    int length = 0;
    version_function function = NULL;
    void *symbol = host_symbol("MPI_Get_library_version");
    memcpy(&function, &symbol, sizeof function);
    text[0] = '\0';
    if (function != NULL) {
        function(text, &length);
    }
}

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0';
}

bool iccl_is_mpi(void) {
    const char *launcher = getenv("ICCL_LAUNCHER");
    bool is_rank = launcher != NULL && (strcmp(launcher, "ompi") == 0 || strcmp(launcher, "mpich") == 0);
    return is_rank && !host_flag("MPI_Finalized");
}

/* Without icclrun the launcher's own variables tell who it was. */
static void find_launcher(void) {
    if (is_set("ICCL_LAUNCHER")) {
        return;
    }
    bool is_open_mpi = is_set("OMPI_COMM_WORLD_SIZE");
    bool is_mpich = is_set("PMI_RANK") && is_set("PMI_SIZE");
    if (is_open_mpi != is_mpich) {
        setenv("ICCL_LAUNCHER", is_open_mpi ? "ompi" : "mpich", 1);
    }
}

/* Where libexec/mpi-jar.sh leaves Open MPI's Java bindings: of this version, or of the only one. */
static void find_bindings(const char *version) {
    char pattern[PATH_MAX];
    char number[32] = "*";
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (is_set("ICCL_MPI_JAR") || (!is_set("XDG_CACHE_HOME") && home == NULL)) {
        return;
    }
    sscanf(version, "Open MPI v%31[0-9.]", number);
    snprintf(pattern, sizeof pattern, "%s%s/iccl/openmpi-%s/mpi.jar", is_set("XDG_CACHE_HOME") ? cache : home,
             is_set("XDG_CACHE_HOME") ? "" : "/.cache", number);
    glob_t found = {0};
    if (glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc == 1) {
        setenv("ICCL_MPI_JAR", found.gl_pathv[0], 1);
        *strrchr(found.gl_pathv[0], '/') = '\0';
        setenv("ICCL_MPI_JAVA_LIBRARIES", found.gl_pathv[0], 0);
    }
    globfree(&found);
}

/* ---- Open MPI's Java bindings on top of an Open MPI that runs ---- */

static int adopt(int *argc, char ***argv, int required, int *provided) {
    (void)argc;
    (void)argv;
    (void)required;
    int (*query)(int *) = NULL;
    void *symbol = host_symbol("MPI_Query_thread");
    memcpy(&query, &symbol, sizeof query);
    return query(provided);
}

static bool redirect(const ElfW(Rela) * entries, size_t size, const ElfW(Sym) * symbols, const char *names,
                     ElfW(Addr) base) {
    bool any = false;
    for (size_t i = 0; i < size / sizeof entries[0]; i++) {
        const char *name = names + symbols[entries[i].r_info >> 32].st_name;
        if (strcmp(name, "MPI_Init_thread") == 0) {
            uintptr_t slot = base + entries[i].r_offset;
            uintptr_t page = slot & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
            int (*function)(int *, char ***, int, int *) = adopt;
            if (mprotect((void *)page, slot + sizeof function - page, PROT_READ | PROT_WRITE) == 0) {
                memcpy((void *)slot, &function, sizeof function);
                any = true;
            }
        }
    }
    return any;
}

/*
 * The bindings prepare their own data only in their call of MPI_Init_thread, and Open MPI ends a process that makes that
 * call twice. So their reference to it, and theirs alone, leads to a function that reports what runs already.
 */
static bool redirect_init(const char *folder) {
    char path[PATH_MAX];
    struct link_map *map = NULL;
    snprintf(path, sizeof path, "%s/libmpi_java.so", folder);
    void *library = dlopen(path, RTLD_LAZY | RTLD_NODELETE);
    if (library == NULL || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) {
        return false;
    }
    const void *tables[3] = {NULL, NULL, NULL}; /* of the PLT, of data, of symbols */
    const char *names = NULL;
    size_t sizes[2] = {0, 0};
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
            case DT_JMPREL:
                tables[0] = (const void *)entry->d_un.d_ptr;
                break;
            case DT_PLTRELSZ:
                sizes[0] = entry->d_un.d_val;
                break;
            case DT_RELA:
                tables[1] = (const void *)entry->d_un.d_ptr;
                break;
            case DT_RELASZ:
                sizes[1] = entry->d_un.d_val;
                break;
            case DT_SYMTAB:
                tables[2] = (const void *)entry->d_un.d_ptr;
                break;
            case DT_STRTAB:
                names = (const char *)entry->d_un.d_ptr;
                break;
            default:
                break;
        }
    }
    bool from_code = tables[0] != NULL && redirect(tables[0], sizes[0], tables[2], names, map->l_addr);
    bool from_data = tables[1] != NULL && redirect(tables[1], sizes[1], tables[2], names, map->l_addr);
    return from_code || from_data;
}

infinicclResult_t iccl_prepare_mpi(bool *is_adopted, struct text *why) {
    static char version[MAX_LIBRARY_VERSION + 1];
    *is_adopted = false;
    find_launcher();
    if (!iccl_is_mpi()) {
        return infinicclSuccess;
    }
    host_version(version);
    bool wants_open_mpi = strcmp(getenv("ICCL_LAUNCHER"), "ompi") == 0;
    bool is_open_mpi = strncmp(version, "Open MPI", 8) == 0;
    if (version[0] != '\0' && wants_open_mpi != is_open_mpi) {
        iccl_write(why,
                   "this program is linked with %s, but its ranks were started by %s, and two MPIs must not meet in one "
                   "process; take icclrun -l %s",
                   is_open_mpi ? "Open MPI" : "MPICH or a relative", wants_open_mpi ? "Open MPI" : "MPICH",
                   is_open_mpi ? "ompi" : "mpich");
        return infinicclInvalidUsage;
    }
    if (!wants_open_mpi) {
        return infinicclSuccess;
    }
    find_bindings(version);
    if (host_flag("MPI_Initialized") && !host_flag("MPI_Finalized") && is_set("ICCL_MPI_JAVA_LIBRARIES")) {
        *is_adopted = redirect_init(getenv("ICCL_MPI_JAVA_LIBRARIES"));
        if (!*is_adopted) {
            iccl_write(why,
                       "this program has started Open MPI, and its Java bindings in %s cannot be put on top of it; call "
                       "infinicclInit before MPI_Init",
                       getenv("ICCL_MPI_JAVA_LIBRARIES"));
            return infinicclNotSupported;
        }
    }
    return infinicclSuccess;
}

#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capi.h"

#define OLDEST 17

/* What the class path holds beside iccl.capi.jar; JavaCommand.java starts ranks with the same, and what Java programs want. */
static const char *const LIBRARIES[] = {"iccl.capi", "iccl.run",  "iccl.api",
                                        "slf4j-api", "slf4j-simple", "org.apache.felix.framework"};

static void append(struct text *text, const char *format, va_list arguments) {
    size_t used = strlen(text->at);
    vsnprintf(text->at + used, sizeof text->at - used, format, arguments);
}

void iccl_write(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text->at[0] = '\0';
    append(text, format, arguments);
    va_end(arguments);
}

void iccl_append(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    append(text, format, arguments);
    va_end(arguments);
}

/* A variable's value; NULL when it is unset or empty. */
static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value == NULL || value[0] == '\0' ? NULL : value;
}

__attribute__((format(printf, 2, 3))) static bool join(char path[PATH_MAX], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(path, PATH_MAX, format, arguments);
    va_end(arguments);
    return length >= 0 && length < PATH_MAX;
}

/* ---- the installation ---- */

/* The folder above the one that holds this library. */
static bool find_own_home(char home[PATH_MAX]) {
    Dl_info info;
    char real[PATH_MAX];
    if (dladdr((const void *)LIBRARIES, &info) == 0 || info.dli_fname == NULL || realpath(info.dli_fname, real) == NULL) {
        return false;
    }
    for (int level = 0; level < 2; level++) {
        char *slash = strrchr(real, '/');
        if (slash == NULL || slash == real) {
            return false;
        }
        *slash = '\0';
    }
    return join(home, "%s", real);
}

static bool find_home(char home[PATH_MAX], struct text *why) {
    const char *named = variable("ICCL_HOME");
    if (named != NULL ? !join(home, "%s", named) : !find_own_home(home)) {
        iccl_write(why, "cannot tell where ICCL is installed; set ICCL_HOME to its folder");
        return false;
    }
    if (strchr(home, ':') != NULL) {
        iccl_write(why, "Java cannot run from a path with a colon: %s; move the installation", home);
        return false;
    }
    for (size_t i = 0; i < sizeof LIBRARIES / sizeof LIBRARIES[0]; i++) {
        char jar[PATH_MAX];
        if (!join(jar, "%s/lib/%s.jar", home, LIBRARIES[i]) || access(jar, R_OK) != 0) {
            iccl_write(why, "%s (from %s) is no complete ICCL installation: lib/%s.jar is missing; %s", home,
                       named != NULL ? "ICCL_HOME" : "the place of libinfiniccl.so", LIBRARIES[i],
                       named != NULL ? "correct ICCL_HOME" : "install ICCL again, or set ICCL_HOME");
            return false;
        }
    }
    return true;
}

/* ---- Java; bin/icclrun looks in the same places ---- */

/* From the release file, which tells without starting anything; 0 when there is none. */
static int major_of(const char *java_home) {
    char path[PATH_MAX];
    char line[256];
    int major = 0;
    FILE *release = join(path, "%s/release", java_home) ? fopen(path, "re") : NULL;
    if (release == NULL) {
        return 0;
    }
    while (fgets(line, sizeof line, release) != NULL) {
        sscanf(line, "JAVA_VERSION=\"%d", &major);
    }
    fclose(release);
    return major;
}

/* Whether this Java will do; tried is told when not. */
static bool accept_java(struct java *java, const char *java_home, struct text *tried) {
    char library[PATH_MAX];
    if (!join(library, "%s/lib/server/libjvm.so", java_home) || access(library, R_OK) != 0) {
        int old = major_of(java_home);
        if (old > 0 && old < OLDEST) {
            iccl_append(tried, "; %s is version %d", java_home, old);
        } else {
            iccl_append(tried, "; %s has no lib/server/libjvm.so", java_home);
        }
        return false;
    }
    java->major = major_of(java_home);
    if (java->major > 0 && java->major < OLDEST) {
        iccl_append(tried, "; %s is version %d", java_home, java->major);
        return false;
    }
    iccl_write(&java->library, "%s", library);
    return true;
}

/* The Java whose bin folder holds this program. */
static bool accept_program(struct java *java, const char *program, struct text *tried) {
    static const char BIN[] = "/bin/java";
    char real[PATH_MAX];
    if (access(program, X_OK) != 0 || realpath(program, real) == NULL) {
        return false;
    }
    size_t length = strlen(real);
    if (length <= sizeof BIN - 1 || strcmp(real + length - (sizeof BIN - 1), BIN) != 0) {
        iccl_append(tried, "; %s leads to no Java home", program);
        return false;
    }
    real[length - (sizeof BIN - 1)] = '\0';
    return accept_java(java, real, tried);
}

static bool accept_path(struct java *java, struct text *tried) {
    const char *rest = variable("PATH");
    while (rest != NULL) {
        const char *colon = strchr(rest, ':');
        int length = (int)(colon == NULL ? strlen(rest) : (size_t)(colon - rest));
        char program[PATH_MAX];
        if (join(program, "%.*s/java", length == 0 ? 1 : length, length == 0 ? "." : rest) &&
            accept_program(java, program, tried)) {
            return true;
        }
        rest = colon == NULL ? NULL : colon + 1;
    }
    return false;
}

static bool accept_system(struct java *java, struct text *tried) {
    static const char PLACE[] = "/usr/lib/jvm";
    bool found = false;
    struct dirent **names = NULL;
    int count = scandir(PLACE, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char program[PATH_MAX];
        found = found || (names[i]->d_name[0] != '.' && join(program, "%s/%s/bin/java", PLACE, names[i]->d_name) &&
                          accept_program(java, program, tried));
        free(names[i]);
    }
    free(names);
    return found;
}

static bool find_java(struct java *java, struct text *why) {
    struct text tried = {""};
    const char *own = variable("ICCL_JAVA_HOME");
    if (own != NULL) {
        if (accept_java(java, own, &tried)) {
            return true;
        }
        iccl_write(why, "ICCL_JAVA_HOME names no Java %d or newer%s; correct it, or unset it", OLDEST, tried.at);
        return false;
    }
    const char *home = variable("JAVA_HOME");
    if ((home != NULL && accept_java(java, home, &tried)) || accept_path(java, &tried) || accept_system(java, &tried)) {
        return true;
    }
    iccl_write(why,
               "no Java %d or newer found in ICCL_JAVA_HOME, JAVA_HOME, PATH and /usr/lib/jvm%s; install one "
               "(apt-get install default-jre-headless), or set JAVA_HOME",
               OLDEST, tried.at);
    return false;
}

/* ---- the JVM's options ---- */

bool iccl_add_option(struct java *java, const char *format, const char *value) {
    size_t size = strlen(format) + strlen(value) + 1;
    char *option = java->count < ICCL_MAX_OPTIONS ? malloc(size) : NULL;
    if (option == NULL) {
        return false;
    }
    /* The one place of the value is the end. */
    snprintf(option, size, "%s%s", format, value);
    java->options[java->count].optionString = option;
    java->options[java->count].extraInfo = NULL;
    java->count++;
    return true;
}

void iccl_free_options(struct java *java) {
    for (int i = 0; i < java->count; i++) {
        if (java->options[i].extraInfo == NULL) {
            free(java->options[i].optionString);
        }
    }
    java->count = 0;
}

static bool add_class_path(struct java *java, const char *home) {
    const char *bindings = variable("ICCL_MPI_JAR");
    size_t libraries = sizeof LIBRARIES / sizeof LIBRARIES[0];
    size_t size = libraries * (strlen(home) + 64) + (bindings == NULL ? 0 : strlen(bindings) + 1) + 1;
    char *path = calloc(size, 1);
    if (path == NULL) {
        return false;
    }
    size_t used = 0;
    for (size_t i = 0; i < libraries; i++) {
        used += (size_t)snprintf(path + used, size - used, "%s%s/lib/%s.jar", i == 0 ? "" : ":", home, LIBRARIES[i]);
    }
    if (bindings != NULL) {
        snprintf(path + used, size - used, ":%s", bindings);
    }
    bool added = iccl_add_option(java, "-Djava.class.path=", path);
    free(path);
    return added;
}

/* The user's own, apart at white space; quotes hold a word together. */
static bool add_user_options(struct java *java, const char *words) {
    char *word = malloc(strlen(words) + 1);
    bool added = word != NULL;
    while (added && *words != '\0') {
        while (isspace((unsigned char)*words)) {
            words++;
        }
        size_t length = 0;
        char quote = '\0';
        bool any = *words != '\0';
        for (; *words != '\0' && (quote != '\0' || !isspace((unsigned char)*words)); words++) {
            if (quote == '\0' && (*words == '\'' || *words == '"')) {
                quote = *words;
            } else if (*words == quote && quote != '\0') {
                quote = '\0';
            } else {
                word[length++] = *words;
            }
        }
        word[length] = '\0';
        added = !any || iccl_add_option(java, word, "");
    }
    free(word);
    return added;
}

static bool add_options(struct java *java, const char *home) {
    /* Small and quiet: the heap holds bookkeeping only, data lies outside of it. */
    static const char *const ALWAYS[] = {"-Xrs",      "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto",
                                         "-Xss512k", "-Xms16m",          "-Xmx512m"};
    bool added = add_class_path(java, home);
    for (size_t i = 0; added && i < sizeof ALWAYS / sizeof ALWAYS[0]; i++) {
        added = iccl_add_option(java, ALWAYS[i], "");
    }
    if (added && java->major >= 22) {
        added = iccl_add_option(java, "--enable-native-access=", "ALL-UNNAMED");
    }
    if (added && java->major >= 23) {
        /* The OSGi framework's old use of it would be warned of on standard error. */
        added = iccl_add_option(java, "--sun-misc-unsafe-memory-access=", "allow");
    }
    const char *libraries = variable("ICCL_MPI_JAVA_LIBRARIES");
    if (added && libraries != NULL) {
        added = iccl_add_option(java, "-Djava.library.path=", libraries);
    }
    const char *user = variable("ICCL_JAVA_OPTS");
    if (added && user != NULL) {
        added = add_user_options(java, user);
    }
    return added;
}

infinicclResult_t iccl_find_java(struct java *java, struct text *why) {
    char home[PATH_MAX];
    if (!find_home(home, why) || !find_java(java, why)) {
        return infinicclSystemError;
    }
    if (!add_options(java, home)) {
        iccl_write(why, "no memory for the JVM's options, or ICCL_JAVA_OPTS has more than %d", ICCL_MAX_OPTIONS - 20);
        return infinicclSystemError;
    }
    return infinicclSuccess;
}

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "capi.h"

/* Far beyond a busy machine, or Valgrind; a start takes half a second. */
#define START_LIMIT_SECONDS 300

_Atomic enum state iccl_state = STATE_NEW;
JavaVM *iccl_vm;
struct bridge iccl_bridge;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
/* Of STATE_FAILED; written before that state. */
static infinicclResult_t failure;
static struct text reason;
/* What the JVM had to say while it was starting. */
static struct text jvm_words;

static void say(const char *words) { fprintf(stderr, "infiniccl: %s\n", words); }

/* Ends STATE_STARTING, once. */
static void started(infinicclResult_t result, const struct text *why) {
    pthread_mutex_lock(&lock);
    if (atomic_load(&iccl_state) == STATE_STARTING) {
        failure = result;
        if (result != infinicclSuccess) {
            reason = *why;
        }
        atomic_store(&iccl_state, result == infinicclSuccess ? STATE_RUNNING : STATE_FAILED);
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
}

/* ---- what the JVM calls ---- */

static jint JNICALL on_jvm_words(FILE *stream, const char *format, va_list arguments) {
    if (atomic_load(&iccl_state) != STATE_STARTING) {
        return vfprintf(stream, format, arguments);
    }
    struct text line;
    int length = vsnprintf(line.at, sizeof line.at, format, arguments);
    line.at[strcspn(line.at, "\n")] = '\0';
    iccl_append(&jvm_words, "%s%s", jvm_words.at[0] == '\0' || line.at[0] == '\0' ? "" : " ", line.at);
    return length;
}

/* The JVM is about to end the process. This thread is its own and stays here; nobody can go back into the JVM. */
static void leave_jvm(const char *words) {
    if (atomic_load(&iccl_state) == STATE_STARTING) {
        struct text why;
        iccl_write(&why, "%s%s%s", words, jvm_words.at[0] == '\0' ? "" : ": ", jvm_words.at);
        started(infinicclSystemError, &why);
    } else {
        atomic_store(&iccl_state, STATE_GONE);
        say(words);
        if (iccl_anybody_inside()) {
            say("a call was under way, which can never return: ending the process");
            _exit(EXIT_FAILURE);
        }
    }
    for (;;) {
        pause();
    }
}

static void JNICALL on_jvm_exit(jint status) {
    (void)status;
    leave_jvm("the JVM in this process was made to exit");
}

static void JNICALL on_jvm_abort(void) {
    if (atomic_load(&iccl_state) == STATE_STARTING) {
        leave_jvm("the JVM did not start");
    }
    /* A crash inside the JVM: its report has been written, and the process is beyond repair. */
}

/* ---- starting ---- */

static void add_hook(struct java *java, const char *name, void *function) {
    java->options[java->count].optionString = (char *)name;
    java->options[java->count].extraInfo = function;
    java->count++;
}

/* ISO C has no cast between the two kinds of pointers; POSIX promises that they are alike. */
#define AS_POINTER(function) (*(void **)&(void (*[]) (void)){(void (*)(void))(function)})

static infinicclResult_t create_jvm(struct java *java, struct text *why) {
    void *library = dlopen(java->library.at, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    if (library == NULL) {
        iccl_write(why, "cannot open the JVM: %s", dlerror());
        return infinicclSystemError;
    }
    jint(JNICALL * create)(JavaVM **, void **, void *) = NULL;
    void *symbol = dlsym(library, "JNI_CreateJavaVM");
    memcpy(&create, &symbol, sizeof create);
    if (create == NULL) {
        iccl_write(why, "%s is no JVM: it lacks JNI_CreateJavaVM", java->library.at);
        return infinicclSystemError;
    }
    JavaVMInitArgs arguments = {JNI_VERSION_10, java->count, java->options, JNI_FALSE};
    JNIEnv *env = NULL;
    iccl_signals_before_jvm();
    jint code = create(&iccl_vm, (void **)&env, &arguments);
    iccl_signals_after_jvm(code == JNI_OK ? library : NULL);
    if (code != JNI_OK) {
        iccl_write(why, "the JVM %s did not start (JNI error %d)%s%s", java->library.at, (int)code,
                   jvm_words.at[0] == '\0' ? "" : ": ", jvm_words.at);
        return infinicclSystemError;
    }
    return infinicclSuccess;
}

/* One JVM per process: whoever came first. */
static bool find_running_jvm(void) {
    void *symbol = dlsym(RTLD_DEFAULT, "JNI_GetCreatedJavaVMs");
    jint(JNICALL * created)(JavaVM **, jsize, jsize *) = NULL;
    memcpy(&created, &symbol, sizeof created);
    jsize count = 0;
    return created != NULL && created(&iccl_vm, 1, &count) == JNI_OK && count > 0;
}

static bool find_methods(JNIEnv *env) {
    struct bridge *bridge = &iccl_bridge;
    const struct {
        jmethodID *id;
        const char *name, *signature;
    } methods[] = {{&bridge->start, "start", "(I)I"},
                   {&bridge->finish, "finish", "(Z)I"},
                   {&bridge->last_failure, "lastFailure", "()[B"},
                   {&bridge->init, "init", "()I"},
                   {&bridge->rank, "rank", "()I"},
                   {&bridge->size, "size", "()I"},
                   {&bridge->unique_id, "uniqueId", "()[B"},
                   {&bridge->init_all, "initAll", "(I)J"},
                   {&bridge->init_rank, "initRank", "(I[BI)J"},
                   {&bridge->split, "split", "(JII)J"},
                   {&bridge->user_rank, "userRank", "(J)I"},
                   {&bridge->count, "count", "(J)I"},
                   {&bridge->destroy, "destroy", "(J)I"},
                   {&bridge->abort, "abort", "(J)I"},
                   {&bridge->async_error, "asyncError", "(J)I"},
                   {&bridge->run, "run", "(IJJJIIIJJ)I"},
                   {&bridge->group_start, "groupStart", "()I"},
                   {&bridge->group_end, "groupEnd", "()I"},
                   {&bridge->mem_alloc, "memAlloc", "(J)J"},
                   {&bridge->mem_free, "memFree", "(J)I"}};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        *methods[i].id = (*env)->GetStaticMethodID(env, bridge->type, methods[i].name, methods[i].signature);
        if (*methods[i].id == NULL) {
            return false;
        }
    }
    return true;
}

static infinicclResult_t find_bridge(JNIEnv *env, struct text *why) {
    jclass type = (*env)->FindClass(env, "iccl/capi/internal/Bridge");
    if (type != NULL) {
        iccl_bridge.type = (*env)->NewGlobalRef(env, type);
        (*env)->DeleteLocalRef(env, type);
    }
    if (type == NULL || iccl_bridge.type == NULL || !find_methods(env)) {
        (*env)->ExceptionClear(env);
        iccl_write(why,
                   "the JVM in this process cannot use iccl.capi.jar of the installation: another JVM was started before "
                   "without it, its version does not fit, or the installation is broken");
        return infinicclSystemError;
    }
    return infinicclSuccess;
}

static infinicclResult_t start_container(struct text *why) {
    struct thread *thread = iccl_thread();
    void *env = NULL;
    JavaVMAttachArgs arguments = {JNI_VERSION_10, (char *)"infiniccl", NULL};
    if ((*iccl_vm)->AttachCurrentThreadAsDaemon(iccl_vm, &env, &arguments) != JNI_OK) {
        iccl_write(why, "the JVM in this process does not take this thread");
        return infinicclSystemError;
    }
    thread->env = env;
    infinicclResult_t result = find_bridge(env, why);
    if (result == infinicclSuccess) {
        jint code = (*thread->env)
                        ->CallStaticIntMethod(thread->env, iccl_bridge.type, iccl_bridge.start, (jint)ICCL_PROTOCOL);
        result = iccl_leave(thread, code);
        *why = thread->text;
    }
    return result;
}

static infinicclResult_t start_jvm(struct text *why) {
    struct java java = {0};
    bool is_adopted = false;
    /* First, so that the JVM says through them what is wrong with the options that follow. */
    add_hook(&java, "vfprintf", AS_POINTER(on_jvm_words));
    add_hook(&java, "exit", AS_POINTER(on_jvm_exit));
    add_hook(&java, "abort", AS_POINTER(on_jvm_abort));
    infinicclResult_t result = iccl_prepare_mpi(&is_adopted, why);
    if (result == infinicclSuccess) {
        result = iccl_find_java(&java, why);
    }
    if (result == infinicclSuccess && is_adopted) {
        iccl_add_option(&java, "-Diccl.openmpi.started=", "host");
    }
    if (result == infinicclSuccess) {
        result = create_jvm(&java, why);
    }
    iccl_free_options(&java);
    return result;
}

/* A thread of its own: it may be left behind where the JVM would end the process, and what the JVM starts inherits its
   blocked signals. */
static void *start(void *unused) {
    (void)unused;
    struct text why = {""};
    infinicclResult_t result = infinicclSuccess;
    if (!find_running_jvm()) {
        result = start_jvm(&why);
    }
    if (result == infinicclSuccess) {
        result = start_container(&why);
        iccl_signals_check();
        (*iccl_vm)->DetachCurrentThread(iccl_vm);
    }
    started(result, &why);
    return NULL;
}

static void on_fork(void) {
    atomic_store(&iccl_state, STATE_FORKED);
    iccl_forget_threads();
}

/* A process that ends in order ends the library in order; one that fails leaves that to the launcher, which knows then that
   it failed. */
static void on_exit_of_process(int status, void *unused) {
    (void)unused;
    if (status == 0 || getenv("ICCL_JOB") == NULL) {
        struct text why;
        iccl_end(&why);
    }
}

static infinicclResult_t start_aside(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 8U << 20);
    int code = pthread_create(&thread, &attributes, start, NULL);
    pthread_attr_destroy(&attributes);
    if (code != 0) {
        struct text why;
        iccl_write(&why, "cannot start a thread: %s", strerror(code));
        started(infinicclSystemError, &why);
    }
    return infinicclSuccess;
}

static void await_start(void) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += START_LIMIT_SECONDS;
    pthread_mutex_lock(&lock);
    int code = 0;
    while (atomic_load(&iccl_state) == STATE_STARTING && code != ETIMEDOUT) {
        code = pthread_cond_timedwait(&changed, &lock, &end);
    }
    pthread_mutex_unlock(&lock);
    if (code == ETIMEDOUT) {
        struct text why;
        iccl_write(&why, "the JVM in this process did not come up within %d s", START_LIMIT_SECONDS);
        started(infinicclSystemError, &why);
    }
}

infinicclResult_t iccl_become_running(struct text *why) {
    enum state expected = STATE_NEW;
    bool is_first = atomic_compare_exchange_strong(&iccl_state, &expected, STATE_STARTING);
    if (is_first) {
        pthread_atfork(NULL, NULL, on_fork);
        on_exit(on_exit_of_process, NULL);
        start_aside();
    }
    await_start();
    switch (atomic_load(&iccl_state)) {
        case STATE_RUNNING:
            return infinicclSuccess;
        case STATE_FAILED:
            *why = reason;
            if (is_first) {
                say(why->at);
            }
            return failure;
        case STATE_ENDED:
            iccl_write(why, "the library was ended by infinicclFinalize and cannot be started again in this process");
            return infinicclInvalidUsage;
        case STATE_FORKED:
            iccl_write(why, "this process was made by fork from one that used the library; exec a program first");
            return infinicclInvalidUsage;
        default:
            iccl_write(why, "the JVM in this process was made to exit");
            return infinicclInternalError;
    }
}

/* ---- ending ---- */

infinicclResult_t iccl_end(struct text *why) {
    enum state state = atomic_load(&iccl_state);
    if (state == STATE_NEW) {
        atomic_compare_exchange_strong(&iccl_state, &state, STATE_ENDED);
        return infinicclSuccess;
    }
    if (state == STATE_ENDED) {
        iccl_write(why, "infinicclFinalize was called before");
        return infinicclInvalidUsage;
    }
    struct thread *thread = iccl_thread();
    infinicclResult_t result = iccl_enter(thread);
    if (result != infinicclSuccess) {
        *why = thread->text;
        return result;
    }
    /* From here on calls of other threads are refused. */
    atomic_store(&iccl_state, STATE_ENDED);
    jint code = (*thread->env)
                    ->CallStaticIntMethod(thread->env, iccl_bridge.type, iccl_bridge.finish, (jboolean)iccl_is_mpi());
    result = iccl_leave(thread, code);
    *why = thread->text;
    return result;
}

#include <pthread.h>
#include <string.h>

#include "capi.h"

/* Threads of the host program that have called, for the one question in iccl_anybody_inside. */
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct thread *list;

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static _Thread_local struct thread self;
_Thread_local struct thread *iccl_self;

struct thread *iccl_first_call(void) {
    iccl_self = &self;
    return iccl_self;
}

/* The thread ends. */
static void on_end(void *value) {
    struct thread *thread = value;
    pthread_mutex_lock(&list_lock);
    for (struct thread **link = &list; *link != NULL; link = &(*link)->next) {
        if (*link == thread) {
            *link = thread->next;
            break;
        }
    }
    pthread_mutex_unlock(&list_lock);
    enum state state = atomic_load(&iccl_state);
    if (thread->attached && (state == STATE_RUNNING || state == STATE_ENDED)) {
        (*iccl_vm)->DetachCurrentThread(iccl_vm);
    }
    /* Another destructor may call again. */
    memset(thread, 0, sizeof *thread);
}

static void make_key(void) { pthread_key_create(&key, on_end); }

static void remember(struct thread *thread) {
    pthread_once(&key_once, make_key);
    pthread_setspecific(key, thread);
    pthread_mutex_lock(&list_lock);
    thread->next = list;
    list = thread;
    pthread_mutex_unlock(&list_lock);
    thread->known = true;
}

bool iccl_anybody_inside(void) {
    bool found = false;
    pthread_mutex_lock(&list_lock);
    for (struct thread *thread = list; thread != NULL; thread = thread->next) {
        found = found || atomic_load(&thread->inside);
    }
    pthread_mutex_unlock(&list_lock);
    return found;
}

/* In a child by fork only the calling thread is left, and it is attached to nothing. */
void iccl_forget_threads(void) {
    pthread_mutex_init(&list_lock, NULL);
    list = NULL;
    self.known = false;
    self.attached = false;
    self.env = NULL;
    atomic_store(&self.inside, false);
}

static infinicclResult_t attach(struct thread *thread) {
    void *env = NULL;
    if ((*iccl_vm)->GetEnv(iccl_vm, &env, JNI_VERSION_10) == JNI_OK) {
        /* Somebody else's to detach; a thread of Java for one. */
        thread->env = env;
        thread->attached = false;
    } else {
        JavaVMAttachArgs arguments = {JNI_VERSION_10, (char *)"infiniccl", NULL};
        if ((*iccl_vm)->AttachCurrentThreadAsDaemon(iccl_vm, &env, &arguments) != JNI_OK) {
            iccl_write(&thread->text, "the JVM in this process does not take this thread");
            return infinicclSystemError;
        }
        thread->env = env;
        thread->attached = true;
    }
    if (!thread->known) {
        remember(thread);
    }
    return infinicclSuccess;
}

infinicclResult_t iccl_become_ready(struct thread *thread) {
    if (atomic_load_explicit(&iccl_state, memory_order_acquire) != STATE_RUNNING) {
        infinicclResult_t result = iccl_become_running(&thread->text);
        if (result != infinicclSuccess) {
            return result;
        }
    }
    return thread->env == NULL ? attach(thread) : infinicclSuccess;
}

/* The words of what Java says failed. */
static void fetch_text(struct thread *thread) {
    JNIEnv *env = thread->env;
    jbyteArray bytes = (*env)->CallStaticObjectMethod(env, iccl_bridge.type, iccl_bridge.last_failure);
    if ((*env)->ExceptionCheck(env) || bytes == NULL) {
        (*env)->ExceptionClear(env);
        iccl_write(&thread->text, "the JVM in this process could not say what failed");
        return;
    }
    jsize length = (*env)->GetArrayLength(env, bytes);
    if ((size_t)length >= sizeof thread->text.at) {
        length = sizeof thread->text.at - 1;
    }
    (*env)->GetByteArrayRegion(env, bytes, 0, length, (jbyte *)thread->text.at);
    thread->text.at[length] = '\0';
    (*env)->DeleteLocalRef(env, bytes);
}

infinicclResult_t iccl_leave(struct thread *thread, int result) {
    JNIEnv *env = thread->env;
    if (__builtin_expect((*env)->ExceptionCheck(env), 0)) {
        /* Bridge lets nothing through, so it had no room even to catch: stack or memory is exhausted. */
        (*env)->ExceptionClear(env);
        iccl_write(&thread->text, "the JVM in this process ran out of stack or memory");
        result = infinicclInternalError;
    } else if (__builtin_expect(result != infinicclSuccess, 0)) {
        fetch_text(thread);
    }
    atomic_store_explicit(&thread->inside, false, memory_order_release);
    return (infinicclResult_t)result;
}

infinicclResult_t iccl_refuse(infinicclResult_t result, const char *words) {
    iccl_write(&self.text, "%s", words);
    return result;
}

/* How a function of infiniccl.h calls Bridge.java. */
#ifndef ICCL_CALLS_H_
#define ICCL_CALLS_H_

#include <stdint.h>

#include "capi.h"

#define CALL(kind, method, ...) \
    (*env)->CallStatic##kind##Method(env, iccl_bridge.type, iccl_bridge.method, __VA_ARGS__)
#define CALL0(kind, method) (*env)->CallStatic##kind##Method(env, iccl_bridge.type, iccl_bridge.method)

#define ENTER                                        \
    struct thread *thread = iccl_thread();           \
    infinicclResult_t entered = iccl_enter(thread);  \
    if (__builtin_expect(entered != infinicclSuccess, 0)) { \
        return entered;                              \
    }                                                \
    JNIEnv *env = thread->env

/* For calls that take long anyway: the host may have set a handler for faults since the last one. */
#define ENTER_SLOWLY      \
    iccl_signals_check(); \
    ENTER

static inline jlong number(const void *pointer) { return (jlong)(intptr_t)pointer; }

#endif

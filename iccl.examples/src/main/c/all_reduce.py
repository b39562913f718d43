# AllReduce from Python: icclrun -n 2 python3 all_reduce.py
import ctypes, os
lib = ctypes.CDLL(os.environ["ICCL_HOME"] + "/lib/libinfiniccl.so")
rank, size, comm, sums = ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p(), (ctypes.c_float * 3)()
assert lib.infinicclInit(None, None) == 0
assert lib.infinicclGetRank(ctypes.byref(rank)) == 0 and lib.infinicclGetSize(ctypes.byref(size)) == 0
assert lib.infinicclCommInitAll(ctypes.byref(comm), size, None) == 0
send = (ctypes.c_float * 3)(rank.value, 1, 10 * rank.value)
assert lib.infinicclAllReduce(send, sums, ctypes.c_size_t(3), 10, 0, comm, None) == 0  # float32, sum
print("rank", rank.value, "of", size.value, list(sums))
assert lib.infinicclFinalize() == 0

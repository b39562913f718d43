#!/bin/sh
# Tries the nvidia platform with the GPU of this machine: the contract, all operations between two and four ranks that share
# it, and the benchmark of staging. Under five minutes; each part is limited. Results in ./results (or $OUT). The exit status
# is that of the first part that failed, 124 if its time was up, and 1 where there is no device to try.
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-$here/results}
mkdir -p "$out"
export ICCL_JAVA_HOME="$here/java" JAVA_HOME="$here/java" PATH="$here/java/bin:$PATH"
run=$here/iccl/bin/icclrun
status=0

part() { # name seconds command...
    name=$1 seconds=$2
    shift 2
    began=$(date +%s)
    timeout "$seconds" "$@" >"$out/$name.txt" 2>&1 </dev/null
    ended=$?
    [ $status != 0 ] || status=$ended
    echo "$name: $([ $ended = 0 ] && echo passed || echo "FAILED ($ended)") in $(($(date +%s) - began)) s"
    [ $ended = 0 ] || tail -15 "$out/$name.txt"
}

# The machine's own runtime comes first; the archive's where it has none, or none that its driver takes.
part doctor 40 "$run" doctor
is_there() { grep -q 'platform nvidia  *available' "$out/doctor.txt"; }
if ! is_there && [ -z "${CUDA_HOME:-}" ]; then
    export CUDA_HOME="$here/cuda"
    # The machine's own runtime would not do; that is no failure where the archive's does.
    status=0
    part doctor 40 "$run" doctor
fi
grep -A2 'platform nvidia' "$out/doctor.txt"
if ! is_there; then
    echo "there is no device that the nvidia platform can use, so there is nothing to try"
    exit 1
fi
class_path=$here/test/classes:$(ls "$here"/test/*.jar "$here"/iccl/lib/*.jar | tr '\n' ':')
part contract 60 env ICCL_TEST_HARDWARE=nvidia "$here/java/bin/java" -cp "$class_path" \
    iccl.platform.simulation.ContractMain iccl.platform.nvidia.internal.NvidiaContractTest
for ranks in 2 4; do
    for program in all_reduce reduce reduce_scatter broadcast gather scatter all_gather all_to_all send_recv; do
        options="-d all -c 100000 -i 1"
        case $program in *reduce*) options="$options -o all" ;; esac
        # shellcheck disable=SC2086 # the options are words
        part "$program-$ranks" 40 "$run" -n $ranks --platform nvidia --timeout 35 "$program" $options
    done
done
part bench-device 90 "$run" -n 2 --platform nvidia bench all_reduce -b 1M -e 256M -f 4
part bench-host 60 "$run" -n 2 --platform cpu bench all_reduce -b 1M -e 256M -f 4
cat "$out/bench-device.txt" "$out/bench-host.txt"
exit $status

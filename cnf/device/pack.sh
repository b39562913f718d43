#!/bin/sh
# usage: pack.sh ARCHIVE.tar.gz [LIBCUDART]
# Makes an archive of at most 60 MiB that tries the nvidia platform on a machine with a GPU: nothing else is needed there but
# the driver, no network, no Java. LIBCUDART is NVIDIA's runtime library, for machines that have the driver only; the default
# is the newest in /usr/local/cuda*. Build first: mvn -q package -DskipTests. Then, on the machine:
#     tar -xzf ARCHIVE.tar.gz && iccl-device/run.sh        (under five minutes; the exit status says whether all passed)
set -eu
case ${1-} in '' | -*) echo "usage: pack.sh ARCHIVE.tar.gz [LIBCUDART]" >&2; exit 2 ;; esac
archive=$1 cudart=${2:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
limit=$((60 << 20))
fail() { echo "pack: $*" >&2; exit 1; }

dist=$(find "$root/cnf/dist/target" -maxdepth 2 -name bundles -type d 2>/dev/null | head -1)
[ -n "$dist" ] || fail "there is no distribution in cnf/dist/target; build first: mvn -q package -DskipTests"
dist=$(dirname "$dist")
java_home=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
[ -x "$java_home/bin/jlink" ] || fail "$java_home has no jlink; set JAVA_HOME to a JDK with jmods"
if [ -z "$cudart" ]; then
    cudart=$(ls -d /usr/local/cuda*/lib*/libcudart.so.1[0-9] /usr/local/cuda*/targets/*/lib/libcudart.so.1[0-9] 2>/dev/null |
        sort -t. -k3 -n | tail -1)
fi
repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
pack=$place/iccl-device
mkdir -p "$pack/test" "$pack/cuda/lib64"
# Everything that OSGi, DS and the tests use; no compiler, no desktop.
"$java_home/bin/jlink" --add-modules java.base,java.compiler,java.logging,java.management,java.naming,java.xml,jdk.unsupported \
    --strip-debug --no-header-files --no-man-pages --compress=2 --output "$pack/java"
cp -R "$dist" "$pack/iccl"
if [ -n "$cudart" ]; then
    cp -L "$cudart" "$pack/cuda/lib64/$(basename "$cudart")"
fi

# The versions that the build tests with.
jupiter=$(sed -n 's:.*<junit.version>5\.\(.*\)</junit.version>.*:\1:p' "$root/pom.xml")
take() { # artifact version
    jar=$repository/$1/$2/$(basename "$1")-$2.jar
    [ -f "$jar" ] || fail "$jar is not there; run the tests once (./check --quick)"
    cp "$jar" "$pack/test/"
}
take org/junit/jupiter/junit-jupiter-api "5.$jupiter"
take org/junit/jupiter/junit-jupiter-engine "5.$jupiter"
take org/junit/platform/junit-platform-launcher "1.$jupiter"
take org/junit/platform/junit-platform-engine "1.$jupiter"
take org/junit/platform/junit-platform-commons "1.$jupiter"
take org/opentest4j/opentest4j 1.3.0
for module in kernel kernel.testkit platform.cpu platform.device platform.simulation platform.nvidia; do
    cp "$root/iccl.$module"/target/iccl.$module-*[!s].jar "$pack/test/"
done
mkdir -p "$pack/test/classes"
cp -R "$root/iccl.platform.nvidia/target/test-classes/." "$pack/test/classes/"
cp "$root/cnf/device/run.sh" "$pack/run.sh"
tar -C "$place" -czf "$archive" iccl-device
size=$(wc -c <"$archive")
[ "$size" -le $limit ] || fail "$archive has $size bytes, more than $limit"
echo "pack: $archive, $((size >> 20)) MiB, with $(basename "${cudart:-no libcudart}")"

#!/bin/sh
# Installs what cleave's build and tests need, as far as it is missing: see --help.
# Safe to run again: with everything in place it changes nothing and needs no network.
set -u

say() { printf '%s\n' "$*"; }
die() { printf 'setup.sh: %s\n' "$*" >&2; exit 1; }

usage() {
    cat <<'END'
usage: docker/setup.sh [--gpu | --openvino [DIR] | --help]

Installs, with apt (Debian 12 or newer, Ubuntu), what is missing of: the OpenCL loader with its development
link, PoCL (OpenCL on the CPU), Oclgrind (a checking simulator), Mesa's OpenCL, clinfo, NumPy and Maven.
Looks for a JDK 25 or newer (in JAVA_HOME, on the PATH, under sudo also on that of who called it, and in
the usual folders) and says what to install when there is none. Needs root or sudo only if something is
missing.

  --gpu    only the loader, its development link and clinfo, and registers NVIDIA's OpenCL driver, whose
           library the container runtime or the driver's own installer brings; no Maven, no JDK
  --openvino [DIR]
           only OpenVINO, for the benchmarks: the wheel of the Python package, 59 MB, unpacked to 180 MB in
           DIR, by default ~/.cache/cleave/openvino, where the benchmarks look for it. Needs a Python 3
           that has pip, and installs that with apt where there is none
  --help   this text

Exit codes: 0 everything is in place, 1 something is missing and could not be installed, 2 bad use.
END
}

bad_use() { usage >&2; exit 2; }

# Where the profile `bench` of the pom looks, unless it is told.
openvino_home=${HOME:-}/.cache/cleave/openvino
gpu=
openvino=
case $#,${1:-} in
    0,) ;;
    1,--gpu) gpu=yes ;;
    1,--openvino) openvino=$openvino_home ;;
    2,--openvino)
        case $2 in
            '' | / | -*) bad_use ;;
            /*) openvino=${2%/} ;;
            *) openvino=$PWD/${2%/} ;;
        esac ;;
    1,-h | 1,--help) usage; exit 0 ;;
    *) bad_use ;;
esac

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die 'something must be installed, and that needs root or sudo; run this script again as root'
    fi
}

# DPkg::Lock::Timeout waits for another apt (unattended upgrades on a fresh machine).
apt() {
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -y -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 "$@" >/dev/null
}

# A list that cannot be refreshed (a broken third-party source) need not stop us: the install decides.
install_packages() {
    say "installing $*"
    apt update || { sleep 5; apt update; } || say 'apt-get update failed; trying with the package lists at hand' >&2
    apt install --no-install-recommends "$@" ||
        { sleep 5; apt install --no-install-recommends "$@"; } ||
        die "apt-get could not install $*; its message stands above"
}

# 0. OpenVINO alone ---------------------------------------------------------------------------------------------

# The benchmarks know how this version numbers element types; others number them differently.
openvino_version=2026.4.1
openvino_library=openvino/libs/libopenvino_c.so.2641

# The first on the PATH may have no pip, and need not be Debian's, to which python3-pip gives one.
find_pip() {
    for python in python3 /usr/bin/python3; do
        if "$python" -m pip --version >/dev/null 2>&1; then return; fi
    done
    python=
}

# Nobody imports what is unpacked here, so that any Python 3 fetches the wheel that is made for 3.12.
install_openvino() {
    if [ -f "$1/$openvino_library" ]; then
        say "found      OpenVINO $openvino_version, $1"
        return
    fi
    [ -z "$(ls -A "$1" 2>/dev/null)" ] ||
        die "$1 holds something else than OpenVINO $openvino_version: remove it, or name another folder"
    find_pip
    if [ -z "$python" ]; then
        command -v apt-get >/dev/null || die 'OpenVINO is installed with a Python 3 that has pip; install one'
        install_packages python3-pip
        find_pip
        [ -n "$python" ] || die 'python3-pip is installed, and yet neither python3 nor /usr/bin/python3 has pip'
    fi
    say "installing OpenVINO $openvino_version, with $(command -v "$python")"
    # Elsewhere first: what is interrupted must not be found.
    rm -rf "$1.part"
    mkdir -p "$1.part" || die "cannot make the folder $1.part"
    PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore "$python" -m pip install --quiet \
        --target "$1.part" --no-deps --only-binary :all: --python-version 3.12 --implementation cp \
        "openvino==$openvino_version" ||
        die "pip could not install OpenVINO $openvino_version; its message stands above"
    [ -f "$1.part/$openvino_library" ] || die "the wheel has no $openvino_library: it is not made for this system"
    "$python" -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1])' "$1.part/$openvino_library" ||
        die "$1.part/$openvino_library cannot be loaded; the message stands above"
    if [ -d "$1" ]; then rmdir "$1" || die "$1 cannot be replaced"; fi
    mv "$1.part" "$1" || die "$1.part cannot be renamed to $1"
    say "installed  OpenVINO $openvino_version in $1"
}

if [ -n "$openvino" ]; then
    install_openvino "$openvino"
    [ "$openvino" = "$openvino_home" ] || say "tell the benchmarks with -Dbench.openvino=$openvino"
    exit 0
fi

# The loader's development link, libOpenCL.so, is the only name that JOCL looks for.
packages='ocl-icd-libopencl1 ocl-icd-opencl-dev clinfo'
[ -n "$gpu" ] || packages="$packages pocl-opencl-icd oclgrind mesa-opencl-icd python3-numpy"

command -v apt-get >/dev/null || die "this script installs with apt (Debian, Ubuntu); elsewhere install by hand what" \
    "matches these Debian packages: $packages; and Maven and a JDK 25 or newer"

# 1. Packages ---------------------------------------------------------------------------------------------------

missing=
for package in $packages; do
    found=$(dpkg-query -W -f '${db:Status-Status} ${Version}' "$package" 2>/dev/null) || found=
    case $found in
        installed*) say "found      $package ${found#installed }" ;;
        *) missing="$missing $package" ;;
    esac
done
if [ -z "$gpu" ]; then
    if mvn=$(command -v mvn); then say "found      maven, $mvn"; else missing="$missing maven"; fi
fi
missing=${missing# }

if [ -n "$missing" ]; then
    # shellcheck disable=SC2086 # a list of names, to be split
    install_packages $missing
fi

# 2. NVIDIA's driver --------------------------------------------------------------------------------------------

# The container runtime mounts the driver's library, but not always the file that names it to the loader.
vendors=/etc/OpenCL/vendors
if [ -n "$gpu" ]; then
    if grep -qs libnvidia-opencl "$vendors"/*.icd; then
        say "found      NVIDIA's driver, registered in $vendors"
    else
        as_root mkdir -p "$vendors"
        echo libnvidia-opencl.so.1 | as_root tee "$vendors/nvidia.icd" >/dev/null ||
            die "could not write $vendors/nvidia.icd"
        say "registered libnvidia-opencl.so.1 in $vendors/nvidia.icd"
    fi
fi

# 3. The JDK ----------------------------------------------------------------------------------------------------

# jdk_on PATH: prints the folder of the JDK whose javac is the first on this path.
jdk_on() {
    javac=$(PATH=${1:-/nowhere}; command -v javac) && javac=$(readlink -f "$javac") && say "${javac%/bin/javac}"
}

# callers NAME: prints what the variable was before sudo, which as a rule replaces PATH and HOME, and drops JAVA_HOME:
# they still stand in the environment of sudo itself, which is our parent.
callers() {
    [ -z "${SUDO_USER:-}" ] || tr '\0' '\n' 2>/dev/null <"/proc/$PPID/environ" | sed -n "s/^$1=//p"
}

# The build picks its JDK itself, through Maven's toolchain discovery; this only asks whether there is one.
jdk=
if [ -z "$gpu" ]; then
    before=$(callers HOME)
    for home in "${JAVA_HOME:-}" "$(jdk_on "$PATH")" "$(callers JAVA_HOME)" "$(jdk_on "$(callers PATH)")" \
        /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/openjdk-* /opt/* /opt/java/* \
        "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
        "$before"/.sdkman/candidates/java/* "$before"/.jdks/*; do
        [ -x "$home/bin/javac" ] || continue
        major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null)
        if [ "${major:-0}" -ge 25 ]; then jdk=$home; break; fi
    done
    [ -z "$jdk" ] || say "found      JDK $major, $jdk"
fi

# 4. Summary ----------------------------------------------------------------------------------------------------

say "installed  ${missing:-nothing, all was there}"
say 'OpenCL platforms that the loader sees:'
platforms=$(clinfo -l 2>/dev/null) || platforms=
say "${platforms:-none yet}" | sed 's/^/  /'

[ -n "$gpu$jdk" ] || die 'the build needs a JDK 25 or newer and found none: install one' \
    '(openjdk-25-jdk-headless where the release has it, or Temurin 25), then run this again'

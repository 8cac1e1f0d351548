#!/bin/sh
# Installs what cleave's build and tests need, as far as it is missing: see --help.
# Safe to run again: with everything in place it changes nothing and needs no network.
set -u

say() { printf '%s\n' "$*"; }
die() { printf 'setup.sh: %s\n' "$*" >&2; exit 1; }

usage() {
    cat <<'END'
usage: docker/setup.sh [--gpu | --openvino [DIR] | --intel-opencl [DIR] | --help]

Installs, with apt (Debian 12 or newer, Ubuntu), what is missing of: the OpenCL loader with its development
link, PoCL (OpenCL on the CPU), Oclgrind (a checking simulator), Mesa's OpenCL, clinfo, NumPy and Maven; and
OpenVINO as below, if it can be fetched. Looks for a JDK 25 or newer (in JAVA_HOME, on the PATH, under sudo
also on that of who called it, and in the usual folders) and says what to install when there is none. Needs
root or sudo only if something is missing.

  --gpu    only the loader, its development link and clinfo, and registers NVIDIA's OpenCL driver, whose
           library the container runtime or the driver's own installer brings; no Maven, no JDK
  --openvino [DIR]
           only OpenVINO, for tests and benchmarks: the wheel of the Python package, 59 MB, unpacked to
           180 MB in DIR, by default ~/.cache/cleave/openvino, where they look for it
  --intel-opencl [DIR]
           only Intel's OpenCL for CPUs, for tests: three wheels, 273 MB, unpacked to 500 MB in DIR, by
           default ~/.cache/cleave/intel-opencl, where the tests look for it. Under Intel's licence, which
           lies beside it; for x86-64
  --help   this text

Wheels are fetched with a Python 3 that has pip, which is installed with apt where there is none. Their
versions and hashes are fixed. They are only unpacked: no Python, no loader and no path of the system knows.

Exit codes: 0 everything is in place, 1 something is missing and could not be installed, 2 bad use.
END
}

bad_use() { usage >&2; exit 2; }

# Where the pom looks, unless it is told.
cache=${HOME:-}/.cache/cleave
gpu=
only=
folder=
case $#,${1:-} in
    0,) ;;
    1,--gpu) gpu=yes ;;
    1,--openvino | 1,--intel-opencl) only=${1#--} folder=$cache/$only ;;
    2,--openvino | 2,--intel-opencl)
        only=${1#--}
        case $2 in
            '' | / | -*) bad_use ;;
            /*) folder=${2%/} ;;
            *) folder=$PWD/${2%/} ;;
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

# 0. Wheels -----------------------------------------------------------------------------------------------------

# OpenVINO: the benchmarks know how this version numbers element types; others number them differently.
openvino='OpenVINO 2026.4.1'
openvino_library=openvino/libs/libopenvino_c.so.2641
# The hashes of the wheels for x86-64 and for aarch64.
openvino_wheels='openvino==2026.4.1 \
    --hash=sha256:6b4375c17ddcac83a5180349e2e2bb811185c261066e2a920659892d58ef0e3b \
    --hash=sha256:82efccb2f9f1bdc7e5a1996e05a3b719ebff9232dd54b44150d6d2e983a86b7d'

# Intel's driver, the libraries that it is compiled with, and its threads.
intel="Intel's OpenCL 2026.2.0"
intel_library=lib/libintelocl.so.2026.22.10.0
intel_wheels='intel-opencl-rt==2026.2.0 \
    --hash=sha256:6b6215a420598b4999ee01caca6d5cbe106aa4155c46c52377619c5aafce9f67
intel-cmplr-lib-rt==2026.2.0 \
    --hash=sha256:9f713083073a820d2496a6da8e8d4f3482aba6640f74521d25ea48dcebe72748
tbb==2023.2.0 \
    --hash=sha256:7d80615b6e970f11671fa05b6eaa9483ac864fbfe525ac280271a78b37870b7c'

# The first on the PATH may have no pip, and need not be Debian's, to which python3-pip gives one.
find_pip() {
    for python in python3 /usr/bin/python3; do
        if "$python" -m pip --version >/dev/null 2>&1; then return; fi
    done
    python=
}

require_pip() {
    find_pip
    [ -z "$python" ] || return
    command -v apt-get >/dev/null || die "$1 is fetched with a Python 3 that has pip; install one"
    install_packages python3-pip
    find_pip
    [ -n "$python" ] || die 'python3-pip is installed, and yet neither python3 nor /usr/bin/python3 has pip'
}

# fetch WHAT WHEELS FOLDER PIP-OPTION...: unpacks wheels there. Nobody imports them, so that any Python 3 fetches those
# that are made for 3.12; and pip would not install the libraries of Intel's into a folder (--target).
fetch() {
    what=$1 wheels=$2 into=$3
    shift 3
    say "installing $what, with $(command -v "$python")"
    printf '%s\n' "$wheels" >"$into/requirements"
    PIP_DISABLE_PIP_VERSION_CHECK=1 "$python" -m pip download --quiet "$@" --no-cache-dir --require-hashes --no-deps \
        --only-binary :all: --python-version 3.12 --implementation cp --dest "$into/wheels" \
        --requirement "$into/requirements" 2>"$into/log" || {
        sed '$d' "$into/log" >&2
        die "pip could not fetch $what: $(tail -n 1 "$into/log")"
    }
    for wheel in "$into"/wheels/*.whl; do
        "$python" -m zipfile -e "$wheel" "$into" || die "$wheel cannot be unpacked"
    done
    rm -r "$into/wheels" "$into/requirements" "$into/log"
}

# install_wheels WHAT WHEELS FOLDER LIBRARY PIP-OPTION...: installs them, if the library is not there.
install_wheels() {
    what=$1 wheels=$2 at=$3 library=$4
    shift 4
    if [ -f "$at/$library" ]; then
        say "found      $what, $at"
        return
    fi
    [ -z "$(ls -A "$at" 2>/dev/null)" ] ||
        die "$at holds something else than $what: remove it, or name another folder"
    require_pip "$what"
    # Elsewhere first: what is interrupted must not be found.
    rm -rf "$at.part"
    mkdir -p "$at.part" || die "cannot make the folder $at.part"
    fetch "$what" "$wheels" "$at.part" "$@"
    [ -z "$(ls -d "$at.part"/*.data 2>/dev/null)" ] || arrange_driver "$at.part" "$at"
    [ -f "$at.part/$library" ] || die "the wheels have no $library: they are not made for this system"
    "$python" -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1])' "$at.part/$library" ||
        die "$at.part/$library cannot be loaded; the message stands above"
    if [ -d "$at" ]; then rmdir "$at" || die "$at cannot be replaced"; fi
    mv "$at.part" "$at" || die "$at.part cannot be renamed to $at"
    say "installed  $what in $at"
}

# arrange_driver FROM AT: the libraries find each other in one folder; a loader finds the driver by a file that names
# where it will be. Wheels cannot hold links: what is there under two names is linked again, 320 MB less.
arrange_driver() {
    mkdir "$1/lib"
    mv "$1"/*.data/data/lib/* "$1/lib" || die "the wheels have no libraries: they are not made for this system"
    for library_file in "$1"/lib/*.so; do
        for version in "$library_file".*; do
            if cmp -s "$library_file" "$version"; then ln -f "$version" "$library_file"; fi
        done
    done
    echo "$2/lib/libintelocl.so" >"$1/intel.icd"
}

case $only in
    openvino)
        install_wheels "$openvino" "$openvino_wheels" "$folder" "$openvino_library"
        [ "$folder" = "$cache/$only" ] ||
            say "tell cleave and the tests with CLEAVE_OPENVINO=$folder, the benchmarks with -Dbench.openvino=$folder"
        exit 0 ;;
    intel-opencl)
        install_wheels "$intel" "$intel_wheels" "$folder" "$intel_library"
        [ "$folder" = "$cache/$only" ] || say "tell the tests with -Dtest.intel=$folder"
        say "to use it, set OCL_ICD_VENDORS=$folder: then it is the only driver that the loader sees"
        exit 0 ;;
esac

# The loader's development link, libOpenCL.so, is the only name that JOCL before 2.0.6 looks for.
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

# 2. OpenVINO ---------------------------------------------------------------------------------------------------

# Without it the gate runs all the same, so nobody waits long for a network that is not there. But what is not what it
# should be is not left out in silence.
if [ -z "$gpu" ]; then
    if [ -n "${SUDO_USER:-}" ]; then
        say "skipped    $openvino, which belongs to your own home: run docker/setup.sh --openvino without sudo"
    else
        { trouble=$(install_wheels "$openvino" "$openvino_wheels" "$cache/openvino" "$openvino_library" \
            --retries 1 --timeout 15 2>&1 >&3); } 3>&1 ||
            case $trouble in
                *HASHES*) die "${trouble#setup.sh: }" ;;
                *) say "skipped    $openvino, with the tests that need it: ${trouble##*setup.sh: }" ;;
            esac
    fi
fi

# 3. NVIDIA's driver --------------------------------------------------------------------------------------------

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

# 4. The JDK ----------------------------------------------------------------------------------------------------

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

# 5. Summary ----------------------------------------------------------------------------------------------------

say "installed  ${missing:-nothing, all was there}"
say 'OpenCL platforms that the loader sees:'
platforms=$(clinfo -l 2>/dev/null) || platforms=
say "${platforms:-none yet}" | sed 's/^/  /'

[ -n "$gpu$jdk" ] || die 'the build needs a JDK 25 or newer and found none: install one' \
    '(openjdk-25-jdk-headless where the release has it, or Temurin 25), then run this again'

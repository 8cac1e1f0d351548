#!/bin/sh
# Installs what Cleave's build and tests need, then runs a command with a JDK 25 or newer: see --help.
set -u

say() { printf 'setup.sh: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

usage() {
    cat <<'END'
usage: docker/setup.sh [COMMAND [ARGUMENT ...]]
       docker/setup.sh --gpu | --openvino [DIR] | --intel-opencl [DIR] | --help

Installs what is missing and the system's release has, with apt as root or through sudo: the OpenCL loader and
libOpenCL.so, PoCL (OpenCL on the CPU), Oclgrind (a checking simulator), Mesa's OpenCL, clinfo, NumPy, Maven;
and OpenVINO, if the network is there. Then runs COMMAND, such as 'mvn verify', with the first JDK 25 or newer of
JAVA_HOME, the PATH and the usual folders. Exit codes: that of COMMAND; 1 something is missing, 2 bad use.

  --gpu           only the loader and clinfo; registers NVIDIA's driver, whose library the
                  container runtime or the driver's installer brings
  --openvino      only OpenVINO for tests and benchmarks: 180 MB in DIR (~/.cache/cleave/openvino, else
                  set CLEAVE_OPENVINO=DIR)
  --intel-opencl  only Intel's OpenCL for x86-64 CPUs, for tests: 500 MB in DIR (~/.cache/cleave/intel-opencl),
                  under Intel's licence, which lies beside it. OCL_ICD_VENDORS=DIR makes it the only driver

OpenVINO and Intel's OpenCL are Python wheels of fixed hashes, fetched with pip and only unpacked.
END
}

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

# The timeout is for another apt, such as the unattended upgrades of a new machine.
apt() {
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -y -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 "$@" >/dev/null
}

# True if the package lists at hand have a package.
offered() { apt-cache show --no-all-versions "$1" >/dev/null 2>&1; }

# install PACKAGE...: installs those that are missing, and names those that it cannot install.
install() {
    missing=
    for package; do
        [ "$package" != maven ] || ! command -v mvn >/dev/null || continue
        # Other packages that have libOpenCL.so, such as NVIDIA's, would be removed.
        [ "$package" != ocl-icd-opencl-dev ] || ! ls /usr/lib/*/libOpenCL.so 2>/dev/null | grep -q . || continue
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null || { [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; }; then
        say "no apt, or neither root nor sudo: install, as far as it is missing, what these are in Debian:$missing"
        return
    fi
    # New lists, unless those at hand show that nothing is to be had: a release may lack a package for good.
    set -- /var/lib/apt/lists/*Packages*
    [ -e "$1" ] && news= || news=1
    for package in $missing; do ! offered "$package" || news=1; done
    [ -z "$news" ] || apt update || say 'apt-get update failed; trying with the package lists at hand'
    there=
    for package in $missing; do
        if offered "$package"; then
            there="$there $package"
        else
            say "skipped $package, which this system's release does not have; so are the tests that need it"
        fi
    done
    [ -n "$there" ] || return 0
    say "installing$there"
    # shellcheck disable=SC2086 # a list of names, to be split
    apt install --no-install-recommends $there || die "apt-get could not install$there; see above"
}

# install_wheels NAME FOLDER LIBRARY REQUIREMENTS: unpacks wheels, unless FOLDER has LIBRARY. Exits with 4 if they
# cannot be had here, with 1 on other failures, such as a wrong hash.
install_wheels() {
    to=${2%/}
    case $to in /*) ;; *) to=$PWD/$to ;; esac
    [ ! -f "$to/$3" ] || return 0
    [ -z "$(ls -A "$to" 2>/dev/null)" ] || die "$to holds something else than $1: remove it, or name another folder"
    python=python3
    "$python" -m pip --version >/dev/null 2>&1 || { install python3-pip; python=/usr/bin/python3; }
    # Renamed at the end: what is interrupted is not found.
    part=$to.part
    { rm -rf "$part" && mkdir -p "$part/wheels" && printf '%s\n' "$4" >"$part/list"; } ||
        { say "skipped $1, since $part cannot be written"; exit 4; }
    # Nothing is run by Python, so that any Python may fetch the wheels for 3.12.
    PIP_DISABLE_PIP_VERSION_CHECK=1 "$python" -m pip download --quiet --retries 1 --timeout 15 --no-cache-dir \
        --require-hashes --no-deps --only-binary :all: --python-version 3.12 --implementation cp \
        --dest "$part/wheels" --requirement "$part/list" 2>"$part/log" || {
        if grep HASHES "$part/log" >/dev/null; then cat "$part/log" >&2; exit 1; fi
        say "skipped $1, which pip could not fetch: $(tail -n 1 "$part/log")"
        exit 4
    }
    for wheel in "$part"/wheels/*.whl; do
        "$python" -m zipfile -e "$wheel" "$part" || die "$wheel cannot be unpacked"
    done
    rm -r "$part/wheels" "$part/list" "$part/log"
    if [ "${3%%/*}" = lib ]; then
        # Intel's libraries find each other in one folder. Files that wheels hold under two names are linked: 320 MB less.
        { mkdir "$part/lib" && mv "$part"/*.data/data/lib/* "$part/lib"; } || die 'the wheels hold no libraries'
        for file in "$part"/lib/*.so; do
            for version in "$file".*; do
                if cmp -s "$file" "$version"; then ln -f "$version" "$file"; fi
            done
        done
        echo "$to/lib/libintelocl.so" >"$part/intel.icd"
    fi
    "$python" -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1])' "$part/$3" ||
        die "$part/$3 cannot be loaded: the wheels are for another system; see above"
    { { [ ! -d "$to" ] || rmdir "$to"; } && mv "$part" "$to"; } || die "$part cannot be renamed to $to"
    say "installed $1 in $to"
}

cache=${HOME:-}/.cache/cleave

# The hashes are those for x86-64 and aarch64. The tests know how this version numbers element types.
openvino() {
    install_wheels 'OpenVINO 2026.4.1' "$1" openvino/libs/libopenvino_c.so.2641 'openvino==2026.4.1 \
    --hash=sha256:6b4375c17ddcac83a5180349e2e2bb811185c261066e2a920659892d58ef0e3b \
    --hash=sha256:82efccb2f9f1bdc7e5a1996e05a3b719ebff9232dd54b44150d6d2e983a86b7d'
}

case ${1:-},$#,${2:-} in
    --help,1, | -h,1,) usage; exit ;;
    -*,2,-* | -*,2,/) usage >&2; exit 2 ;;
    --openvino,[12],*) (openvino "${2:-$cache/openvino}") || exit 1; exit ;;
    --intel-opencl,[12],*)
        (install_wheels "Intel's OpenCL 2026.2.0" "${2:-$cache/intel-opencl}" lib/libintelocl.so.2026.22.10.0 \
            'intel-opencl-rt==2026.2.0 \
    --hash=sha256:6b6215a420598b4999ee01caca6d5cbe106aa4155c46c52377619c5aafce9f67
intel-cmplr-lib-rt==2026.2.0 \
    --hash=sha256:9f713083073a820d2496a6da8e8d4f3482aba6640f74521d25ea48dcebe72748
tbb==2023.2.0 \
    --hash=sha256:7d80615b6e970f11671fa05b6eaa9483ac864fbfe525ac280271a78b37870b7c') || exit 1
        exit ;;
    --gpu,1,)
        install ocl-icd-libopencl1 clinfo
        # The container runtime mounts the driver's library, but not always the file that names it to the loader.
        grep -qs libnvidia-opencl /etc/OpenCL/vendors/*.icd || { as_root mkdir -p /etc/OpenCL/vendors &&
            echo libnvidia-opencl.so.1 | as_root tee /etc/OpenCL/vendors/nvidia.icd >/dev/null; } || exit 1
        exit ;;
    -*) usage >&2; exit 2 ;;
esac

# ocl-icd-opencl-dev has libOpenCL.so, the only name that LWJGL looks for where Cleave did not set another.
install ocl-icd-libopencl1 ocl-icd-opencl-dev clinfo pocl-opencl-icd oclgrind mesa-opencl-icd python3-numpy maven
if [ -n "${SUDO_USER:-}" ]; then
    say 'skipped OpenVINO, which lies in the own home: run docker/setup.sh --openvino without sudo'
else
    (openvino "$cache/openvino") || [ $? -eq 4 ] || exit 1
fi
cleave=$(readlink -f "$0") && JAVA_HOME=$("${cleave%/docker/*}/cleave" --java-home) || exit 1
export JAVA_HOME PATH="$JAVA_HOME/bin:$PATH"
[ $# -eq 0 ] || exec "$@"
say "all is in place, JDK $JAVA_HOME; OpenCL sees:"
clinfo -l >&2

#!/bin/sh
# Installs what cleave's build and tests need, as far as it is missing: see --help.
# Safe to run again: with everything in place it changes nothing and needs no network.
set -u

say() { printf '%s\n' "$*"; }
die() { printf 'setup.sh: %s\n' "$*" >&2; exit 1; }

usage() {
    cat <<'END'
usage: docker/setup.sh [--gpu | --help]

Installs, with apt (Debian 12 or newer, Ubuntu), what is missing of: the OpenCL loader with its development
link, PoCL (OpenCL on the CPU), Oclgrind (a checking simulator), Mesa's OpenCL, clinfo, NumPy and Maven.
Looks for a JDK 25 or newer and says what to install when there is none. Needs root or sudo only if
something is missing.

  --gpu    only the loader, its development link and clinfo, and registers NVIDIA's OpenCL driver, whose
           library the container runtime or the driver's own installer brings; no Maven, no JDK
  --help   this text

Exit codes: 0 everything is in place, 1 something is missing and could not be installed, 2 bad use.
END
}

gpu=
case $# in
    0) ;;
    1) case $1 in
           --gpu) gpu=yes ;;
           -h | --help) usage; exit 0 ;;
           *) usage >&2; exit 2 ;;
       esac ;;
    *) usage >&2; exit 2 ;;
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
    say "installing $missing"
    # A list that cannot be refreshed (a broken third-party source) need not stop us: the install decides.
    apt update || { sleep 5; apt update; } || say 'apt-get update failed; trying with the package lists at hand' >&2
    # shellcheck disable=SC2086 # a list of names, to be split
    apt install --no-install-recommends $missing ||
        { sleep 5; apt install --no-install-recommends $missing; } ||
        die "apt-get could not install $missing; its message stands above"
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

# The build picks its JDK itself, through Maven's toolchain discovery; this only asks whether there is one.
jdk=
if [ -z "$gpu" ]; then
    for home in "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/* /opt/java/* "${HOME:-}"/.sdkman/candidates/java/* \
        "${HOME:-}"/.jdks/*; do
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

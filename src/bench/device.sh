#!/bin/sh
# Proves and measures one OpenCL device in one go, for a machine that is lent for an hour: see --help.
set -u

usage() {
    cat <<'END'
usage: src/bench/device.sh NAME [DIR]

NAME is part of the device's name or platform, as in './cleave devices'. Writes to DIR (default: target/device):
  devices.txt   what is there, with driver versions where clinfo is installed
  verify.txt    the conformance cases through every binding
  resident.*    the suite on data that stays on the device, beside its own buffer copy: txt, json, svg
  host.*        the suite from host memory to host memory
  growth.*      one split of 1 KiB to 1 GiB

Exit codes: 0 all cases passed and all answers were right, 1 not so, 2 bad use.
END
}

case ${1:-} in
    '') usage >&2; exit 2 ;;
    -h | --help) usage; exit 0 ;;
esac
device=$1
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
out=${2:-$root/target/device}
mkdir -p "$out" || exit 2

cleave=$root/cleave
failed=0
say() { printf '%s\n' "$*"; }

{ "$cleave" devices; command -v clinfo >/dev/null && clinfo --list; } >"$out/devices.txt" 2>&1
say "devices   $out/devices.txt"

for binding in lwjgl jocl; do
    say "$binding:"
    "$cleave" verify --device "$device" --binding "$binding" || failed=1
done >"$out/verify.txt" 2>&1
say "verify    $(tr '\n' ' ' <"$out/verify.txt" | tail -c 200)"

# NAME OPTIONS...: one report of cleave bench.
measure() {
    name=$1
    shift
    "$cleave" bench --device "$device" "$@" --json "$out/$name.json" --svg "$out/$name.svg" \
        >"$out/$name.txt" 2>&1 || failed=1
    say "$name"
    sed -n '/the fastest splitter/,$p' "$out/$name.txt"
}

measure resident --resident --binding lwjgl
measure host
measure growth --growth 1G --route auto
exit $failed

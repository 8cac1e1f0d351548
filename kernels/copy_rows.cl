/*
 * copy_rows: copies one part, one launch per part.
 *
 *   part[partAt + row * run + b] = data[dataAt + row * pitch + b]      0 <= row < rows, 0 <= b < run
 *
 * dataAt already holds the part's offset within the row: the host adds the buffer's own offset and the part's. Everything is in bytes.
 *
 * Example: f32 [2, 6], axis 1, lengths [2, 4]. Rows of 24 bytes; the second part begins at byte 8 and runs 16 bytes: dataAt = 8, pitch = 24,
 * partAt = 0, run = 16, rows = 2, and WORD is 8, because 8 divides 8, 24, 0 and 16. Row 1 copies data[32, 48) to part[16, 32) as two words.
 *
 * Launch: global = (GROUP * ceil(run / segment), ceil(rows / tileRows)), local = (GROUP, 1). A work-group copies a tile: tileRows rows of one
 * segment of the run. LANES neighbouring work-items share a row; the group's GROUP / LANES teams take every so manieth row.
 * CPU devices want GROUP = LANES = 1 and tiles of about 64 KiB; GPUs want GROUP = 256 and LANES as many as the run has words, 256 at most.
 *
 * Requires: segment is a multiple of 64 or the whole run; data and part do not overlap.
 *
 *   -D WORD=1,2,4,8,16  bytes moved at once; the host takes the largest that divides dataAt, pitch, partAt, run and both buffers' addresses
 *   -D RAGGED=1         for long runs when that WORD is small: stores 16-byte words aligned on the part, with odd heads and tails of bytes.
 *                       WORD is then the same, 4 at most: the width of the loads
 *   -D UNALIGNED=1      the device loads 16 bytes from any address in one instruction (CPUs do): RAGGED then needs no shifts
 *   -D GROUP, LANES     powers of two, LANES <= GROUP; see Launch
 *   -D STREAMING=1      stores bypass the caches; the host probes whether the compiler knows __builtin_nontemporal_store
 */

#ifndef WORD
#define WORD 1
#endif
#ifndef RAGGED
#define RAGGED 0
#endif
#ifndef UNALIGNED
#define UNALIGNED 0
#endif
#ifndef GROUP
#define GROUP 1
#endif
#ifndef LANES
#define LANES GROUP
#endif
#ifndef STREAMING
#define STREAMING 0
#endif

#if WORD == 16
typedef uint4 word;
#elif WORD == 8
typedef ulong word;
#elif WORD == 4
typedef uint word;
#elif WORD == 2
typedef ushort word;
#else
typedef uchar word;
#endif

#if STREAMING
#define STORE(value, to) __builtin_nontemporal_store(value, to)
#else
#define STORE(value, to) (*(to) = (value))
#endif

#if RAGGED
/* Sixteen bytes from any address. Without UNALIGNED they are put together from aligned 4-byte loads: a GPU would split vload16 into 16 loads. */
static uint4 load16(__global const uchar *from) {
#if UNALIGNED
    return as_uint4(vload16(0, from));
#elif WORD == 4
    __global const uint *words = (__global const uint *) from;
    return (uint4) (words[0], words[1], words[2], words[3]);
#else
    uint shift = ((uint) (ulong) from & 3) * 8;
    __global const uint *words = (__global const uint *) (from - shift / 8);
    uint4 low = (uint4) (words[0], words[1], words[2], words[3]);
    if (shift == 0) return low;
    uint4 high = (uint4) (low.yzw, words[4]);
    return low >> shift | high << (32 - shift);
#endif
}

/* Whole 16-byte words of the part, the bytes before the first at lane 0, those after the last at the last lane. */
static void copy_run(__global const uchar *from, __global uchar *to, long bytes, int lane) {
    long head = min((long) (-(ulong) to & 15), bytes);
    /* the last word stays bytes when its load would round up to bytes that are not the run's: they may lie behind the buffer */
    long words = (bytes - head) / 16;
#if !UNALIGNED && WORD < 4
    if (words > 0 && bytes - head - words * 16 < 3) words--;
#endif
    long tail = head + words * 16;
    if (lane == 0) for (long b = 0; b < head; b++) to[b] = from[b];
    for (long w = lane; w < words; w += LANES) STORE(load16(from + head + w * 16), (__global uint4 *) (to + head + w * 16));
    if (lane == LANES - 1) for (long b = tail; b < bytes; b++) to[b] = from[b];
}

#else
static void copy_run(__global const uchar *from, __global uchar *to, long bytes, int lane) {
    __global const word *source = (__global const word *) from;
    __global word *target = (__global word *) to;
    for (long w = lane; w < bytes / WORD; w += LANES) STORE(source[w], target + w);
}
#endif

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void copy_rows(__global const uchar *restrict data, __global uchar *restrict part,
               long dataAt, long pitch, long partAt, long run, long rows, long tileRows, long segment) {
    int lane = get_local_id(0) % LANES;
    long first = get_group_id(0) * segment, bytes = min(segment, run - first);
    long row = get_group_id(1) * tileRows, end = min(row + tileRows, rows);
    for (row += get_local_id(0) / LANES; row < end; row += GROUP / LANES) {
        __global const uchar *from = data + (dataAt + row * pitch + first);
        __global uchar *to = part + (partAt + row * run + first);
        copy_run(from, to, bytes, lane);
    }
}

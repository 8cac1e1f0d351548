/*
 * lines: words at any address, and bytes that leave a stage as whole lines. Not a kernel: the host puts this text in front of split_lines,
 * split_columns and split_runs, which are compiled for one geometry and share:
 *
 *   TARGET               where runs are moved to: a stage of this work-item, or the output itself
 *   store_line(to, v)    64 bytes to any address of an output
 *   move, move_out       a run of so many bytes to the target, or to an output
 *   flush_stage, flush_data   bytes of a stage, or of the data, to an output
 *
 * Example: 130 bytes to address 40 of a line are flushed as 24 bytes, one line, 42 bytes.
 *
 *   -D STREAMING=1  runs are gathered in a stage, and lines bypass the caches; where that pays is to be measured (PoCL 3.1, 2 cores, Zen 5: runs of
 *                   80 bytes, 32 MiB: 0.60 of a copy without, 0.77 with it; 2 MiB: 0.31 and 0.24)
 */

typedef uchar loose_1;
typedef ulong8 line;
#if CLANG
typedef ulong2 loose_ulong2 __attribute__((aligned(1)));
typedef ulong4 loose_half __attribute__((aligned(1)));
#endif

#if STREAMING
#define TARGET __private
#define FLUSH(name, SPACE)                                                                                   \
    static void name(__global uchar *to, const SPACE uchar *from, long bytes) {                              \
        long b = 0;                                                                                          \
        for (; b < bytes && (ulong) (to + b) % LINE != 0; b++) to[b] = from[b];                              \
        for (; b + LINE <= bytes; b += LINE) STORE(*(const SPACE loose_64 *) (from + b), (__global bytes_64 *) (to + b));       \
        for (; b < bytes; b++) to[b] = from[b];                                                              \
    }
FLUSH(flush_stage, __private)
FLUSH(flush_data, __global)
#else
#define TARGET __global
#endif

/* The run is a constant, and so is every condition. */
#define MOVE(SPACE, size, b) (*(SPACE loose_##size *) (to + (b)) = *(__global const loose_##size *) (from + (b)))
#if CLANG
#define BELOW_TWICE(SPACE, size)                       \
    if (run < 2 * size) {                              \
        MOVE(SPACE, size, 0);                          \
        if (run > size) MOVE(SPACE, size, run - size); \
        return;                                        \
    }
#define MOVED(SPACE)                                             \
    BELOW_TWICE(SPACE, 1)                                        \
    if (run == 3) MOVE(SPACE, 1, 2);                             \
    BELOW_TWICE(SPACE, 2)                                        \
    BELOW_TWICE(SPACE, 4)                                        \
    BELOW_TWICE(SPACE, 8)                                        \
    BELOW_TWICE(SPACE, 16)                                       \
    BELOW_TWICE(SPACE, 32)                                       \
    for (int b = 0; b < run - LINE; b += LINE) MOVE(SPACE, 64, b); \
    MOVE(SPACE, 64, run - LINE);
#else
#define MOVED(SPACE) \
    for (int b = 0; b < run; b++) MOVE(SPACE, 1, b);
#endif
static __attribute__((always_inline)) void move(TARGET uchar *to, __global const uchar *from, int run) { MOVED(TARGET) }
static __attribute__((always_inline)) void move_out(__global uchar *to, __global const uchar *from, int run) { MOVED(__global) }

#if CLANG
static void store_line(__global uchar *to, line word) {
#if STREAMING
    if ((ulong) to % LINE == 0) {
        STORE(__builtin_astype(word, bytes_64), (__global bytes_64 *) to);
    } else { /* halves: two stores that are alike Intel's compiler makes one, which does not bypass the caches (f32 of 3: 0.80, 0.62) */
        *(__global loose_half *) to = word.lo;
        *(__global loose_half *) (to + LINE / 2) = word.hi;
    }
#else
    *(__global loose_64 *) to = __builtin_astype(word, bytes_64);
#endif
}
#endif

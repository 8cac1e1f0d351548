/*
 * split_windows: all parts in one pass over short rows, for CPU devices, with the geometry as compile-time constants.
 *
 *   output[to + row * run + b] = data[dataAt + row * PITCH + from + b]      for every part, 0 <= row < rows, 0 <= b < run
 *
 * A window of WINDOW bytes holds KEPT = WINDOW / PITCH whole rows. Each part's runs of all of them are drawn together by one shuffle, whose indices
 * the compiler knows, and stored as one word. What that stores beyond the runs, the next window overwrites; the last rows of a tile are moved byte
 * by byte, so that no load leaves the tile and no store the part.
 *
 * Example: u8 [1000000, 4] into 3 and 1: PITCH 4, PARTS=PART(0,0,3)PART(1,3,1), WINDOW 64, 16 rows a window. Part 0 takes bytes 0, 1, 2, 4, 5, 6,
 * 8 ... of it and stores 64, of which 48 are its own; part 1 takes 3, 7, 11 ... and stores 16. (PoCL 3.1, 2 cores, Zen 5, 32 MiB: 0.71 of a copy,
 * 0.44 by split_runs; Intel's the same.)
 *
 * Launch: global = (1, ceil(rows / ROWS)), local = (1, 1).
 *
 * Requires: PITCH <= WINDOW; ROWS * run is a multiple of 64 for every part; the compiler honours types declared aligned(1) and knows
 * __builtin_shufflevector.
 * Table: `pieces`, one for each part; only `to` and `output` count.
 *
 *   -D PITCH      bytes of a row
 *   -D ROWS       rows of a tile; the host takes tiles of 32 KiB, or of 16 KiB with STREAMING
 *   -D PARTS      PART(number,offset,run) for each part, the offset counted from the row's beginning
 *   -D WINDOW     32 or 64; the host takes 64 where that is whole rows, and where rows are longer than 16 (Intel's, rows of 1, 2 and 4 bytes, 2 MiB:
 *                 0.31 of a copy with 32, 0.18 with 64; the rest, and PoCL, come out even)
 *   -D STREAMING, LOOSE  see lines.cl
 */

#ifndef PITCH
#define PITCH 10
#define PARTS PART(0,0,3)PART(1,3,7)
#endif
#ifndef ROWS
#define ROWS 64
#endif
#ifndef WINDOW
#define WINDOW 64
#endif

#define KEPT (WINDOW / PITCH)

#define INDICES_8(EACH, j) EACH(j), EACH(j + 1), EACH(j + 2), EACH(j + 3), EACH(j + 4), EACH(j + 5), EACH(j + 6), EACH(j + 7)
#define INDICES_16(EACH, j) INDICES_8(EACH, j), INDICES_8(EACH, j + 8)
#define INDICES_32(EACH, j) INDICES_16(EACH, j), INDICES_16(EACH, j + 16)
#define INDICES_64(EACH, j) INDICES_32(EACH, j), INDICES_32(EACH, j + 32)
#define SAME(j) j
#define GLUED(a, b) a##b
#define INDICES(EACH, size) GLUED(INDICES_, size)(EACH, 0)

#define LOOSE_WORD(size) GLUED(loose_, size)
#define window LOOSE_WORD(WINDOW)

/* Byte j of what is drawn together: byte j % run of row j / run. What follows the runs does not matter. */
#define FROM(j) ((j) < KEPT * run ? (j) / run * PITCH + offset + (j) % run : 0)

#define STORE(size, word) *(TARGET LOOSE_WORD(size) *) to = __builtin_shufflevector(word, word, INDICES(SAME, size))

static __attribute__((always_inline)) void store(TARGET uchar *to, window runs, int bytes) {
    if (bytes <= 16) STORE(16, runs);
    else if (bytes <= 32) STORE(32, runs);
    else STORE(WINDOW, runs);
}

#if STREAMING
#define STAGED(n, offset, run) stage + ROWS * offset
#else
#define STAGED(n, offset, run) OUTPUT(pieces[n].output) + (pieces[n].to + row * run)
#endif

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void split_windows(__global const uchar *restrict data, OUTPUT_PARAMETERS, __global const piece *restrict pieces, long dataAt, long rows) {
    OUTPUT_START
#if STREAMING
    uchar stage[ROWS * PITCH] __attribute__((aligned(LINE)));
#endif
    long row = get_group_id(1) * (long) ROWS;
    int height = min((long) ROWS, rows - row);
    /* 64 rows hold a window and what its stores spill, whatever the geometry */
    int windows = max(0, (height - 64) / KEPT);
    __global const uchar *tile = data + (dataAt + row * PITCH);

#define PART(n, start, length) TARGET uchar *to_##n = STAGED(n, start, length);
    PARTS
#undef PART
    for (int w = 0; w < windows; w++) {
        window from = *(__global const window *) (tile + w * (KEPT * PITCH));
#define PART(n, start, length)                                                                                                   \
        {                                                                                                                        \
            enum { offset = start, run = length };                                                                               \
            store(to_##n + w * (KEPT * run), __builtin_shufflevector(from, from, INDICES(FROM, WINDOW)), KEPT * run);               \
        }
        PARTS
#undef PART
    }
    for (int r = windows * KEPT; r < height; r++) {
#define PART(n, start, length) \
        for (int b = 0; b < length; b++) to_##n[r * length + b] = tile[r * PITCH + start + b];
        PARTS
#undef PART
    }
#if STREAMING
#define PART(n, start, length) flush_stage(OUTPUT(pieces[n].output) + (pieces[n].to + row * length), to_##n, (long) height * length);
    PARTS
#endif
}

/*
 * split_short_rows: all parts in one pass over the rows, for CPU devices, with the geometry as compile-time constants.
 *
 *   output[to + row * run + b] = data[dataAt + row * PITCH + offset + b]      for every part, 0 <= row < rows, 0 <= b < run
 *
 * A work-group takes a tile of ROWS rows: it goes over them once, appends every part's run to that part's stage, and then flushes the stages
 * as whole 64-byte lines. With constants the compiler unrolls the parts and turns each run into one or two moves, or, for runs of a few bytes, the
 * loop over rows into vector shuffles. A move may spill over the end of its run: the next row's move overwrites that.
 *
 * Example: u8 [1000000, 3] into planes: PITCH 3, PARTS 3, OFFSETS 0,1,2, RUNS 1,1,1, ROWS 1344. Tile 0 reads data[0, 4032) and writes 1344 bytes
 * to each of three outputs, 21 lines at a time.
 *
 * Where there are many equal parts, RUN takes the place of the lists: columns of PARTS parts, one work-group each, and the parts of a column one
 * after the other, ROWS rows of each: as few as fill whole lines, so that the rows' lines stay in the first-level cache from part to part (PoCL
 * 3.1, 2 cores: 1000 parts of 12 bytes at 0.54 of a streaming copy with 16 rows, 0.28 with 64; row by row 0.4).
 *
 * Launch: global = (columns, ceil(rows / ROWS)), local = (1, 1); columns is 1, with RUN ceil(parts / PARTS).
 *
 * Requires: ROWS * run is a multiple of 64 for every part, so that tiles do not share a line (64 rows always do); outputs may be anywhere, but only
 * at a multiple of 64 do whole lines reach them; nothing from dataEnd on is read.
 * Table: `pieces`, one for each part, as the struct below, 32 bytes each.
 *
 *   -D PITCH           bytes of a row
 *   -D ROWS            rows of a tile; the host takes tiles of about 8 KiB: smaller ones flush too often, larger ones leave the first-level
 *                      cache (PoCL 3.1, 2 cores: f32 [n, 16] into 1, 2, 5, 8 at 0.9 of a streaming copy with 8 KiB, 0.55 with 64 KiB)
 *   -D PARTS, OFFSETS, RUNS   the number of parts and their lists, OFFSETS=0,4,12 from where the first begins; up to 16 parts or so: the code
 *                      grows with them
 *   -D SPAN            with them, the bytes from where the first part begins to where the last one ends; PITCH if not given
 *   -D PARTS, RUN      instead: parts in a column, and the run of all of them, each following the one before
 *   -D STREAMING=1     stores bypass the caches; the host probes whether the compiler knows __builtin_nontemporal_store
 *   -D UNALIGNED=1     the compiler honours types declared aligned(1), as clang for CPUs does (PoCL; not through SPIR-V)
 */

#ifndef PITCH
#define PITCH 10
#define PARTS 2
#define OFFSETS 0, 3
#define RUNS 3, 7
#endif
#ifndef ROWS
#define ROWS 512
#endif
#ifndef STREAMING
#define STREAMING 0
#endif
#ifndef UNALIGNED
#define UNALIGNED 0
#endif
#ifndef OUTPUT_PARAMETERS
#define OUTPUT_PARAMETERS __global uchar *packed
#define OUTPUT_START
#define OUTPUT(n) packed
#endif

#define LINE 64

#ifdef RUN
#define OFFSET_OF(p) ((p) * RUN)
#define RUN_OF(p) RUN
#define SPAN (PARTS * RUN)
#else
__constant int offsets[PARTS] = {OFFSETS};
__constant int runs[PARTS] = {RUNS};
#define OFFSET_OF(p) offsets[p]
#define RUN_OF(p) runs[p]
#ifndef SPAN
#define SPAN PITCH
#endif
#endif
/* a line of room behind each part's stage for what the last row's move spills */
#define STAGE_OF(p) (OFFSET_OF(p) * ROWS + (p) * LINE)

typedef struct {
    long from;  /* byte of the row where the part begins */
    long to;    /* byte of the output where row 0 of the part goes */
    long run;   /* unused: RUN or RUNS say it */
    int width;  /* unused */
    int output; /* which output, 0 when they are packed */
} piece;

typedef ulong8 line;

#if STREAMING
#define STORE(value, to) __builtin_nontemporal_store(value, to)
#else
#define STORE(value, to) (*(to) = (value))
#endif

static void move_exactly(uchar *to, __global const uchar *from, int bytes) {
    for (int b = 0; b < bytes; b++) to[b] = from[b];
}

#if UNALIGNED
typedef ulong8 loose_64 __attribute__((aligned(1)));
typedef ulong4 loose_32 __attribute__((aligned(1)));
typedef ulong2 loose_16 __attribute__((aligned(1)));
typedef ulong loose_8 __attribute__((aligned(1)));
typedef uint loose_4 __attribute__((aligned(1)));
#define MOVE(type) (*(type *) (to + b) = *(__global const type *) (from + b), b += sizeof(type))

/* `bytes` is a constant, and so is every condition: a run of 33 becomes a move of 32 and one of 1, a run of 7 one of 8. Spills 31 at most. */
static void move(uchar *to, __global const uchar *from, int bytes) {
    int b = 0;
    while (bytes - b > 32) MOVE(loose_64);
    while (bytes - b > 16) MOVE(loose_32);
    while (bytes - b > 8) MOVE(loose_16);
    while (bytes - b > 4) MOVE(loose_8);
    while (bytes - b > 1) MOVE(loose_4);
    if (bytes - b > 0) to[b] = from[b];
}
#else
#define move move_exactly
#endif

static void flush(__global uchar *to, const uchar *stage, long bytes) {
    long lines = (ulong) to % LINE == 0 ? bytes / LINE : 0;
    for (long i = 0; i < lines; i++) STORE(((const line *) stage)[i], (__global line *) to + i);
    for (long b = lines * LINE; b < bytes; b++) to[b] = stage[b];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void split_short_rows(__global const uchar *restrict data, OUTPUT_PARAMETERS, __global const piece *restrict pieces, int parts, long dataAt,
                      long dataEnd, long rows) {
    OUTPUT_START
    uchar stage[SPAN * ROWS + PARTS * LINE] __attribute__((aligned(LINE)));
    int first = get_group_id(0) * PARTS, count = min(PARTS, parts - first);
    long row = get_group_id(1) * (long) ROWS, begin = dataAt + row * PITCH;
    int height = min((long) ROWS, rows - row);
    /* rows whose moves may spill: those that end a line before the data does */
    int free = clamp((dataEnd - LINE - begin) / PITCH, 0L, (long) height);
    __global const uchar *from = data + (begin + pieces[first].from);
#ifdef RUN
    for (int p = 0; p < count; p++)
        for (int r = 0; r < free; r++) move(stage + STAGE_OF(p) + r * RUN, from + r * PITCH + OFFSET_OF(p), RUN);
#else
    for (int r = 0; r < free; r++)
#pragma unroll
        for (int p = 0; p < PARTS; p++) move(stage + STAGE_OF(p) + r * RUN_OF(p), from + r * PITCH + OFFSET_OF(p), RUN_OF(p));
#endif
    for (int r = free; r < height; r++)
        for (int p = 0; p < count; p++) move_exactly(stage + STAGE_OF(p) + r * RUN_OF(p), from + r * PITCH + OFFSET_OF(p), RUN_OF(p));

    for (int p = 0; p < count; p++)
        flush(OUTPUT(pieces[first + p].output) + (pieces[first + p].to + row * RUN_OF(p)), stage + STAGE_OF(p), (long) height * RUN_OF(p));
}

/*
 * convert_tiles: all parts in one launch, converted on their way, for devices whose work-groups are threads of a CPU.
 *
 *   element e of output o = converted(element (dataAt + (e / run) * pitch + from) / BITS + e % run of data)   for every part, 0 <= e < rows * run
 *
 * A piece is a stretch of one part's run, a column is some pieces next to each other in the row, and a work-group takes a tile: one column of
 * tileRows rows. Of each piece it gathers some elements in a small stage (gather.cl), converts 16 at a time (results.cl), and stores them as they
 * fall into 64-byte lines of the output. Data counts bits; `to` is in bytes of the output, and run and width are bits of the data there, too.
 *
 * Example: u8 [8192, 3] into 3 planes of f32: pitch = 24, pieces {from 0, to 0, run 8, width 8} and so on, one column, tileRows = 4096: two tiles.
 * Tile 1 takes bytes 12288, 12291, 12294 and so on for part 0, and writes its bytes 16384..32767.
 *
 * Launch: global = (columns, ceil(rows / tileRows)), local = (1, 1).
 *
 * Requires: segments of a run begin and end on elements; nothing from dataEnd on is read.
 * Tables: `pieces` as the struct below, 32 bytes each; `columns[c]` is the first piece of column c, columns[c + 1] the first behind it; `rules` as
 * in convert.cl, 16 bytes, one for each piece; `lookups`, only with RULE_TABLE, 2^BITS patterns for each table.
 *
 *   -D LOOSE=1       outputs may begin within an element: elements are stored one by one, in bytes
 *   -D STEP          bytes of a row, where these are few: the compiler then knows how far apart runs are
 *   -D MSB_FIRST=1   bits count from the most significant of each byte (u1)
 *   -D STREAMING=1   stores bypass the caches; the host probes whether the compiler knows __builtin_nontemporal_store
 *   -D UNALIGNED=1   the compiler honours types declared aligned(1) and knows __builtin_convertvector, as clang for CPUs does (PoCL; not through
 *                    SPIR-V). Its halves are then stored by vstore_half or one instruction, not put together from integers; narrow integers are not
 *                    converted one by one; rows of two to four elements are gathered by shuffles; and tables of up to 16 patterns are looked up by
 *                    instructions for that, where the processor has them.
 *                    (PoCL 3.1, Sapphire Rapids, two cores, ms: u8 [1080, 1920, 3] into 3 of f16: 2.6 with halves from integers, 0.72 by vstore_half
 *                    and elements gathered one by one, 0.50 by one instruction and shuffles; f32 [1024, 6144] into 2 of u8: 3.4 and 2.0 with narrow
 *                    integers one by one and not so; u4 [4096, 6144] into 3 of f16: 6.0 looked up one by one, 1.5 so, of f32 8.2 and 2.4.)
 *   -D RULE, BITS, BYTES, SOURCE, TARGET  see convert.cl
 */

#ifndef LOOSE
#define LOOSE 0
#endif
#ifndef STREAMING
#define STREAMING 0
#endif
#ifndef OUTPUT_PARAMETERS
#define OUTPUT_PARAMETERS __global uchar *packed
#define OUTPUT_START
#define OUTPUT(n) packed
#endif

#define BATCH 1024 /* elements gathered before they are converted: they stay in the first-level cache */

typedef struct {
    long from;  /* bit of the row where the piece begins */
    long to;    /* byte of the output where row 0 of the piece goes */
    long run;   /* bits from one row to the next in the part */
    int width;  /* bits of the piece in one row */
    int output; /* which output, 0 when they are packed */
} piece;

#if STREAMING
#define STORE(value, to) __builtin_nontemporal_store(value, to)
#else
#define STORE(value, to) (*(to) = (value))
#endif

static inline void store_one(__global uchar *to, result one) {
#if LOOSE
    for (int b = 0; b < BYTES; b++) to[b] = one >> (b * 8);
#else
    *(__global result *) to = one;
#endif
}

/* A line of the output. It is stored at once: parts of a line that bypass the caches may go to memory one by one. */
#if BYTES == 1
#define LINE_OF(stage) (uint16) (QUARTER(stage, 0), QUARTER(stage, 1), QUARTER(stage, 2), QUARTER(stage, 3))
#define QUARTER(stage, n) as_uint4(results(stage + n * 16, r WITH_PLANES))
#elif BYTES == 2
#define LINE_OF(stage) (uint16) (HALF(stage, 0), HALF(stage, 1))
#define HALF(stage, n) as_uint8(results(stage + n * 16, r WITH_PLANES))
#elif BYTES == 4
#define LINE_OF(stage) results(stage, r WITH_PLANES)
#endif

/* Makes elements of the output from those in the stage: all of them at the end, else as many as fill lines. Answers how many. */
static int convert_stage(__global uchar *to, const element *stage, int count, bool is_end, rule r LOOKUPS) {
    int i = 0;
#if BYTES < 8 && !LOOSE
#if PLANES
    planes all = planes_of(lookups + r.lookup);
#endif
    int head = min((int) (-(ulong) to % LINE) / BYTES, count), lines = (count - head) / (LINE / BYTES);
    for (; i < head; i++) store_one(to + i * BYTES, RESULT(stage[i]));
    for (int end = head + lines * (LINE / BYTES); i < end; i += LINE / BYTES)
        STORE(LINE_OF(stage + i), (__global uint16 *) (to + i * BYTES));
    if (!is_end) return i;
#endif
    for (; i < count; i++) store_one(to + i * BYTES, RESULT(stage[i]));
    return i;
}

/* Some runs from bit `at` of the data on, which follow each other in the output. */
static void convert_runs(__global uchar *to, __global const uchar *data, long at, long pitch, int from, int run, int rows, long dataEnd,
                         rule r LOOKUPS) {
    element stage[BATCH + LINE + 16] __attribute__((aligned(LINE)));
    int have = 0, col = 0, left = run * rows;
    while (left > 0) {
        while (left > 0 && have < BATCH) {
#if LANES == 4 && BITS == 8
            if (col == 0 && run == 3)
                for (; left >= 12 && have + 12 <= BATCH && at / 8 + 16 <= dataEnd; have += 12, left -= 12, at += 4 * PITCH)
                    *(loose_rows16 *) (stage + have) = without_fourth(*(__global const loose_rows16 *) (data + at / 8));
#endif
#if UNALIGNED && BITS >= 8
            /* one word for each short run: what it takes too much, the next one covers */
            if (col == 0 && run > 1 && run * (BITS / 8) <= 16)
                for (; left > 0 && have + run <= BATCH && at / 8 + 16 <= dataEnd; have += run, left -= run, at += PITCH)
                    *(loose_word *) ((uchar *) stage + have * (BITS / 8)) = *(__global const loose_word *) (data + at / 8);
            if (left == 0) break;
#endif
            int count = min(BATCH - have, run == 1 ? left : run - col);
            if (run == 1) {
                gather_column(stage + have, data, at, count, pitch, from, dataEnd);
                at += count * pitch;
            } else {
                gather_run(stage + have, data, at + (long) col * BITS, count, dataEnd);
                col += count;
                if (col == run) {
                    col = 0;
                    at += pitch;
                }
            }
            have += count;
            left -= count;
        }
        int made = convert_stage(to, stage, have, left == 0, r WITH_LOOKUPS);
        to += (long) made * BYTES;
        have -= made;
        for (int i = 0; i < have; i++) stage[i] = stage[made + i];
    }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void convert_tiles(__global const uchar *restrict data, OUTPUT_PARAMETERS, __global const piece *restrict pieces,
                   __global const int *restrict columns, __global const rule *restrict rules, LOOKUP_PARAMETER long dataAt, long dataEnd,
                   long pitch, long rows, long tileRows) {
    OUTPUT_START
    long first = get_group_id(1) * tileRows;
    int height = min(tileRows, rows - first);
    for (int i = columns[get_group_id(0)]; i < columns[get_group_id(0) + 1]; i++) {
        piece p = pieces[i];
        rule r = rules[i];
        long run = p.run / BITS, at = dataAt + first * pitch + p.from;
        __global uchar *to = OUTPUT(p.output) + (p.to + first * run * BYTES);
        if (p.width == p.run) convert_runs(to, data, at, pitch, p.from / 8, run, height, dataEnd, r WITH_LOOKUPS);
        else
            for (int row = 0; row < height; row++)
                convert_runs(to + row * run * BYTES, data, at + row * pitch, pitch, 0, p.width / BITS, 1, dataEnd, r WITH_LOOKUPS);
    }
}

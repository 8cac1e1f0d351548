/*
 * split_columns: many parts with equal runs of 1, 2, 4 or 8 bytes, as transposed matrices, for CPU devices, with the geometry as compile-time
 * constants.
 *
 *   output[to + row * RUN + b] = data[dataAt + row * PITCH + from + b]      for every part, 0 <= row < rows, 0 <= b < RUN
 *
 * A block is SIDE = 16 / RUN parts of 4 * SIDE rows: a line of 64 bytes for each part. Rows r, r + SIDE, r + 2 SIDE and r + 3 SIDE of it,
 * 16 bytes each, are the four quarters of a word; SIDE such words are transposed by interleaving the low and the high halves of two, quarter by
 * quarter, first runs, then pairs of runs and so on. The results are the lines of the parts, in the order of their numbers' reversed bits, and each
 * is stored at once.
 *
 * Example: f16 [200000, 79] into 79: RUN 2, PITCH 158, SIDE 8, blocks of 32 rows; the last of 10 blocks takes parts 71 to 78, the first of which was
 * there before. (PoCL 3.1, 2 cores, Zen 5, 32 MiB: 0.82 of a copy streaming and 0.56 with ordinary stores, 0.40 part by part; Intel's 0.76, 0.55 and
 * 0.17.)
 *
 * Launch: global = columns * ceil(rows / ROWS), local = 1.
 *
 * Requires: ROWS a multiple of 64; a column has a multiple of SIDE parts, or all; the compiler honours types declared
 * aligned(1) and knows __builtin_shufflevector; nothing from dataEnd on is read.
 *
 *   -D PITCH      bytes of a row
 *   -D RUN        bytes of a part in a row: 1, 2, 4 or 8
 *   -D ROWS       rows of a tile
 *   -D STREAMING  see lines.cl; no stage is needed
 */

#define SIDE (16 / RUN)

typedef uchar quarters_1 __attribute__((ext_vector_type(64)));
typedef ushort quarters_2 __attribute__((ext_vector_type(32)));
typedef uint quarters_4 __attribute__((ext_vector_type(16)));
typedef ulong quarters_8 __attribute__((ext_vector_type(8)));

#define IN_QUARTERS(EACH) EACH(0), EACH(1), EACH(2), EACH(3)
#define LOW_8(q) q * 2, q * 2 + 8
#define LOW_4(q) q * 4, q * 4 + 16, q * 4 + 1, q * 4 + 17
#define LOW_2(q) q * 8, q * 8 + 32, q * 8 + 1, q * 8 + 33, q * 8 + 2, q * 8 + 34, q * 8 + 3, q * 8 + 35
#define LOW_1(q)                                                                                                            \
    q * 16, q * 16 + 64, q * 16 + 1, q * 16 + 65, q * 16 + 2, q * 16 + 66, q * 16 + 3, q * 16 + 67, q * 16 + 4, q * 16 + 68, \
        q * 16 + 5, q * 16 + 69, q * 16 + 6, q * 16 + 70, q * 16 + 7, q * 16 + 71
#define HIGH_8(q) q * 2 + 1, q * 2 + 9
#define HIGH_4(q) q * 4 + 2, q * 4 + 18, q * 4 + 3, q * 4 + 19
#define HIGH_2(q) q * 8 + 4, q * 8 + 36, q * 8 + 5, q * 8 + 37, q * 8 + 6, q * 8 + 38, q * 8 + 7, q * 8 + 39
#define HIGH_1(q)                                                                                                           \
    q * 16 + 8, q * 16 + 72, q * 16 + 9, q * 16 + 73, q * 16 + 10, q * 16 + 74, q * 16 + 11, q * 16 + 75, q * 16 + 12,       \
        q * 16 + 76, q * 16 + 13, q * 16 + 77, q * 16 + 14, q * 16 + 78, q * 16 + 15, q * 16 + 79

#define AS(size, word) __builtin_astype(word, quarters_##size)
#define INTERLEAVED(HALF, size, a, b) __builtin_astype(__builtin_shufflevector(AS(size, a), AS(size, b), IN_QUARTERS(HALF##_##size)), line)

/* One step: words 2 i and 2 i + 1 become word i, their low halves, and word i + SIDE / 2, their high ones. */
#define STEP(size, out, in)                                                        \
    _Pragma("unroll") for (int i = 0; i < SIDE / 2; i++) {                         \
        out[i] = INTERLEAVED(LOW, size, in[2 * i], in[2 * i + 1]);                 \
        out[i + SIDE / 2] = INTERLEAVED(HIGH, size, in[2 * i], in[2 * i + 1]);     \
    }

/* The number of the part whose line is word i: i with its bits reversed. */
#define REVERSED(i) (((i) & 1) << 3 | ((i) & 2) << 1 | ((i) & 4) >> 1 | ((i) & 8) >> 3) / RUN

#define QUARTER(n) *(__global const loose_ulong2 *) (from + (i + n * SIDE) * (long) PITCH)

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void split_columns(__global const uchar *restrict data OUTPUT_PARAMETERS GEOMETRY_PARAMETERS) {
    OUTPUT_START
    int first = COLUMN_BEGIN, behind = COLUMN_END, parts = starts[columns];
    long row = GROUP_TILE * (long) ROWS;
    int height = min((long) ROWS, rows - row);
    EACH_INDEX {
        int blocks = height / (4 * SIDE);
        long begin = dataAt + row * PITCH + pieces[0].from;
        /* where parts are fewer than SIDE, the last rows' loads would leave the data */
        if (parts < SIDE) blocks = min((long) blocks, max(0L, (dataEnd - 16 - begin) / PITCH + 1) / (4 * SIDE));

        for (int b = 0; b < blocks; b++)
            for (int p = first; p < behind; p += SIDE) {
                int at = max(0, min(p, parts - SIDE));
                __global const uchar *from = data + (begin + b * (4L * SIDE * PITCH) + at * RUN);
                line rows_of[SIDE], pairs[SIDE], fours[SIDE], eights[SIDE];
                _Pragma("unroll") for (int i = 0; i < SIDE; i++) rows_of[i] = (line) (QUARTER(0), QUARTER(1), QUARTER(2), QUARTER(3));
#if RUN == 1
                STEP(1, pairs, rows_of)
                STEP(2, fours, pairs)
                STEP(4, eights, fours)
                STEP(8, rows_of, eights)
#elif RUN == 2
                STEP(2, pairs, rows_of)
                STEP(4, fours, pairs)
                STEP(8, rows_of, fours)
#elif RUN == 4
                STEP(4, pairs, rows_of)
                STEP(8, rows_of, pairs)
#else
                STEP(8, pairs, rows_of)
                rows_of[0] = pairs[0];
                rows_of[1] = pairs[1];
#endif
                _Pragma("unroll") for (int i = 0; i < SIDE; i++) {
                    int number = at + REVERSED(i);
                    if (number >= p && number < behind)
                        store_line(OUTPUT(pieces[number].output) + (pieces[number].to + (rowsBefore + row + b * (4L * SIDE)) * RUN), rows_of[i]);
                }
            }
        for (int p = first; p < behind; p++)
            for (int r = blocks * 4 * SIDE; r < height; r++)
                for (int c = 0; c < RUN; c++)
                    OUTPUT(pieces[p].output)[pieces[p].to + (rowsBefore + row + r) * RUN + c] = data[begin + r * (long) PITCH + p * RUN + c];
    }
}

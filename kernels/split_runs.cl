/*
 * split_runs: all parts of a column in one pass over the rows, for CPU devices, with the geometry as compile-time constants.
 *
 *   output[to + row * run + b] = data[dataAt + row * PITCH + from + b]      for every part, 0 <= row < rows, 0 <= b < run
 *
 * A work-group takes a tile: ROWS rows of a column, row by row, so that each line of the data is met once. With constants the compiler writes out the
 * parts, and a run becomes two moves at most up to 128 bytes: a run of 42 is the 32 bytes at 0 and the 32 bytes at 10, so that no move reads or
 * writes a byte beyond its run. Without constants (split_tiles), each run takes a loop and a choice (PoCL 3.1, 2 cores, Zen 5, 32 MiB:
 * eight runs of 80 0.19 of a copy and 0.69 streaming, 42 of 4 to 30 0.20 and 0.52; Intel's driver the same). Part by part is slower, too: 0.27.
 *
 * Example: u8 [1000000, 100] into 33, 7, 60: PITCH 100, ROWS 64, PARTS=PART(0,0,33)PART(1,33,7)PART(2,40,60). Tile 0 reads data[0, 6400)
 * and writes 2112, 448 and 3840 bytes. A run of 33 is two moves of 32, of 7 two of 4, of 60 two of 32.
 *
 * Where there are many equal parts, PARTS is the list of one column, and every column has the same.
 *
 * Launch: global = columns * ceil(rows / ROWS), local = 1.
 *
 * Requires: nothing but the runs is read and written; ROWS * run had better be a multiple of 64 for every part, so that tiles share no lines.
 *
 *   -D PITCH      bytes of a row
 *   -D ROWS       rows of a tile; the host takes tiles of 8 KiB, with STREAMING of 4 KiB
 *   -D PARTS      PART(number,offset,run) for each part of a column, the offset counted from the first part's
 *   -D RAGGED=1   the last column has fewer
 *   -D STAGE      bytes of the stage, with STREAMING: ROWS times from the first part's beginning to the last one's end
 *   -D STREAMING  see lines.cl
 */

/* With STREAMING a long run is no use in a stage. */
#if STREAMING
#define IS_MOVED(run) (run < 2048)
#else
#define IS_MOVED(run) true
#endif

/* The last column may have fewer parts than the list. */
#if RAGGED
#define IS_HERE(n) (first + n < behind)
#else
#define IS_HERE(n) true
#endif

#define OUTPUT_OF(n, run) (OUTPUT(pieces[first + n].output) + (pieces[first + n].to + (row + rowsBefore) * run))

#if STREAMING
#define TO(n, offset, run) (stage + ROWS * offset)
#else
#define TO(n, offset, run) OUTPUT_OF(n, run)
#endif

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void split_runs(__global const uchar *restrict data OUTPUT_PARAMETERS GEOMETRY_PARAMETERS) {
    OUTPUT_START
#if STREAMING
    uchar stage[STAGE] __attribute__((aligned(LINE)));
#endif
    int first = COLUMN_BEGIN, behind = COLUMN_END;
    long row = GROUP_TILE * (long) ROWS;
    int height = min((long) ROWS, rows - row);
    EACH_INDEX {
        __global const uchar *tile = data + (dataAt + row * PITCH + pieces[first].from);

#define PART(n, offset, run) TARGET uchar *to_##n = IS_HERE(n) ? TO(n, offset, run) : 0;
        PARTS
#undef PART
        for (int r = 0; r < height; r++) {
#define PART(n, offset, run) \
            if (IS_HERE(n) && IS_MOVED(run)) move(to_##n + r * (long) run, tile + (r * (long) PITCH + offset), run);
            PARTS
#undef PART
        }
#if STREAMING
#define PART(n, offset, run)                                                                                              \
        if (IS_HERE(n)) {                                                                                                 \
            __global uchar *to = OUTPUT_OF(n, run);                                                                       \
            if (IS_MOVED(run)) {                                                                                          \
                flush_stage(to, to_##n, (long) height * run);                                                             \
            } else {                                                                                                      \
                for (int r = 0; r < height; r++) flush_data(to + r * (long) run, tile + (r * (long) PITCH + offset), run); \
            }                                                                                                             \
        }
        PARTS
#undef PART
#endif
    }
}

/*
 * split_tiles: all parts in one launch, for devices whose work-groups are threads of a CPU: one program for every geometry.
 *
 *   output[to + row * run + b] = data[dataAt + row * pitch + from + b]      for every piece, 0 <= row < rows, 0 <= b < width
 *
 * A piece is a stretch of one part's run: mostly the whole run (width = run), or a segment of a run too long for one tile. A column is some
 * pieces next to each other in the row. A tile is one column of tileRows rows, and a work-group takes one tile: every piece of it in one pass, so
 * that each source line comes from memory once, however many parts share it.
 *
 * Example: u8 [128, 10], lengths [3, 7], packed at 0 and 384: pieces {from 0, to 0, run 3, width 3} and {from 3, to 384, run 7, width 7}, one
 * column (starts = 0, 2), tileRows = 64: two tiles. Tile 1 writes output[192, 384) and [832, 1280).
 *
 * Where a piece's rows follow each other in the output, short runs are gathered in a small stage and leave it as whole 64-byte lines; long ones
 * go straight from data to output. Only so may stores bypass the caches: a line written in two halves costs more than it saves.
 *
 * Launch: global = columns * ceil(rows / tileRows), local = 1. Tiles of about 64 KiB.
 *
 * Requires: segments of a run are multiples of 64 bytes except the last; reading stays below dataEnd, the first byte behind the data.
 *
 *   -D STREAMING=1  for long runs (PoCL 3.1, 2 cores: f32 [4096, 12288] into 3, 0.71 of a copy without, 0.92 with it)
 */

#define STAGE 4096 /* bytes gathered before they are flushed: stays in the first-level cache */
#define FETCH 4    /* rows to prefetch ahead: too far apart for the hardware to guess (PoCL 3.1, 2 cores: 96 parts of 324 bytes and more, 0.53 -> 0.62
                      of a streaming copy) */
#define LONG_RUN 2048 /* bytes from which a run goes straight to its output although its ends share lines with its neighbours (PoCL 3.1: parts of
                         324, 3240 and 9720 bytes, 0.70 of a streaming copy with 8192, 0.83 with 2048) */

typedef ulong8 line;

static void copy_bytes(__global const uchar *from, __global uchar *to, long bytes) {
    for (long b = 0; b < bytes; b++) to[b] = from[b];
}

/* One stretch from data to output: lines aligned on the output, bytes at both ends. */
static void copy_straight(__global const uchar *from, __global uchar *to, long bytes) {
    long head = min((long) (-(ulong) to % LINE), bytes);
    long lines = (bytes - head) / LINE;
    copy_bytes(from, to, head);
    for (long i = 0; i < lines * (LINE / 16); i++) STORE(vload16(i, from + head), (__global uchar16 *) (to + head) + i);
    copy_bytes(from + head + lines * LINE, to + head + lines * LINE, bytes - head - lines * LINE);
}

/* Appends one run to the stage. May read and write up to 15 bytes more than asked, which the next run or the flush ignores. */
static void gather(uchar *stage, __global const uchar *from, int bytes, bool near_end) {
    int b = 0;
#if CLANG
    if (!near_end) {
        for (; b + 64 <= bytes; b += 64) *(loose_64 *) (stage + b) = *(__global const loose_64 *) (from + b);
        for (; b < bytes; b += 16) *(loose_16 *) (stage + b) = *(__global const loose_16 *) (from + b);
    }
#endif
    for (; b < bytes; b++) stage[b] = from[b];
}

/* Writes stage[begin, end) to out[begin, end), out being aligned on a line: whole lines at once, the rest byte by byte. Returns where it stopped. */
static int flush_lines(const uchar *stage, __global uchar *out, int begin, int end) {
    int at = begin;
    while (at < end && at % LINE != 0) { out[at] = stage[at]; at++; }
    for (; at + LINE <= end; at += LINE) STORE(*(const line *) (stage + at), (__global line *) (out + at));
    return at;
}

#if !CLANG
typedef ushort loose_2;
typedef uint loose_4;
typedef ulong loose_8;
#endif
#define COPY_WORDS(bytes, word)                                                                                                    \
    case bytes:                                                                                                                    \
        for (long i = 0; i < rows; i++) *(__global word *) (to + i * bytes) = *(__global const word *) (from + i * pitch);          \
        return;

/* The rows of a piece that are contiguous in the output: single words as they are, others through the stage. */
static void copy_gathered(__global const uchar *from, long pitch, __global uchar *to, int width, int rows, long readable) {
#if !STREAMING
    switch (CLANG || ((ulong) from | (ulong) to | pitch) % width == 0 ? width : 0) {
        COPY_WORDS(1, uchar)
        COPY_WORDS(2, loose_2)
        COPY_WORDS(4, loose_4)
        COPY_WORDS(8, loose_8)
    }
#endif
    uchar stage[STAGE + LONG_RUN + 2 * LINE] __attribute__((aligned(LINE)));
    int begin = (ulong) to % LINE, end = begin;
    __global uchar *out = to - begin;
    for (int row = 0; row < rows; row++) {
#if CLANG
        for (int b = 0; b < width; b += LINE) __builtin_prefetch((const void *) (ulong) (from + (row + FETCH) * pitch + b));
#endif
        gather(stage + end, from + row * pitch, width, row * pitch + width + 15 > readable);
        end += width;
        if (end < STAGE) continue;
        int done = flush_lines(stage, out, begin, end);
        *(line *) stage = *(const line *) (stage + done);
        out += done;
        end -= done;
        begin = 0;
    }
    for (int at = flush_lines(stage, out, begin, end); at < end; at++) out[at] = stage[at];
}

/* True if a piece's rows go straight to their places: whole lines, segments, and runs too long to gain by being gathered. */
static bool is_straight(__global const piece *p, __global const uchar *to) {
    return ((ulong) to | p->run | p->width) % LINE == 0 || p->width >= LONG_RUN || p->width != p->run;
}

#define START(p) (OUTPUT((p).output) + ((p).to + rowsBefore * (p).run))

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void split_tiles(__global const uchar *restrict data OUTPUT_PARAMETERS GEOMETRY_PARAMETERS) {
    OUTPUT_START
    long first = GROUP_TILE * tileRows, end = min(first + tileRows, rows);
    int begin = COLUMN_BEGIN, behind = COLUMN_END;
    EACH_INDEX {
        int straight = 0;
        for (int i = begin; i < behind; i++) straight += is_straight(pieces + i, START(pieces[i]));

        /* row by row, so that the data streams in (PoCL 3.1: 64 parts of 256 bytes, 0.70 of a streaming copy part by part, 0.87 row by row) */
        for (long row = first; straight > 0 && row < end; row++)
            for (int i = begin; i < behind; i++) {
                piece p = pieces[i];
                __global uchar *to = START(p);
                if (is_straight(pieces + i, to)) copy_straight(data + (dataAt + row * pitch + p.from), to + row * p.run, p.width);
            }
        for (int i = begin; straight < behind - begin && i < behind; i++) {
            piece p = pieces[i];
            __global uchar *to = START(p);
            long at = dataAt + first * pitch + p.from;
            if (!is_straight(pieces + i, to)) copy_gathered(data + at, pitch, to + first * p.run, p.width, end - first, dataEnd - at);
        }
    }
}

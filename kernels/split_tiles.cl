/*
 * split_tiles: all parts in one launch, for devices whose work-groups are threads of a CPU: what fits every geometry with one program.
 *
 *   output[to + row * run + b] = data[dataAt + row * pitch + from + b]      for every piece, 0 <= row < rows, 0 <= b < width
 *
 * A piece is a stretch of one part's run: mostly the whole run (width = run), or a segment of a run too long for one tile. A column is some
 * pieces next to each other in the row. A tile is one column of tileRows rows, and a work-group takes one tile: every piece of it in one pass, so
 * that each source line comes from memory once, however many parts share it.
 *
 * Example: u8 [128, 10], lengths [3, 7], packed at 0 and 384: pieces {from 0, to 0, run 3, width 3} and {from 3, to 384, run 7, width 7}, one
 * column (columns = 0, 2), tileRows = 64: two tiles. Tile 1 writes output[192, 384) and [832, 1280).
 *
 * Where a piece's rows follow each other in the output, short runs are gathered in a small stage and leave it as whole 64-byte lines; long ones
 * go straight from data to output. Only so may stores bypass the caches: a line written in two halves costs more than it saves.
 *
 * Launch: global = (columns, ceil(rows / tileRows)), local = (1, 1). Tiles of about 64 KiB.
 *
 * Requires: segments of a run are multiples of 64 bytes except the last; reading stays below dataEnd, the first byte behind the data.
 * Table: `pieces` as the struct below, 32 bytes each; `columns[c]` is the first piece of column c, columns[c + 1] the first behind it.
 *
 *   -D STREAMING=1  stores bypass the caches; for long runs, where the host has found that the compiler knows __builtin_nontemporal_store (PoCL
 *                   3.1, 2 cores: f32 [4096, 12288] into 3, 0.71 of a copy without, 0.92 with it)
 *   -D UNALIGNED=1  the compiler honours types declared aligned(1), as clang for CPUs does (PoCL; not through SPIR-V): gathers words, not bytes
 *   -D FETCH        rows to prefetch ahead while gathering, 0 for none; the host takes 4 where the compiler knows __builtin_prefetch: rows are too
 *                   far apart for the hardware to guess (PoCL 3.1, 2 cores: 96 parts of 324 bytes and more, 0.53 -> 0.62 of a streaming copy)
 *   -D LONG_RUN     bytes from which a run goes straight to its output although its ends share lines with its neighbours (PoCL 3.1: parts of 324,
 *                   3240 and 9720 bytes, 0.70 of a streaming copy with 8192, 0.83 with 2048)
 */

#ifndef STREAMING
#define STREAMING 0
#endif
#ifndef FETCH
#define FETCH 0
#endif
#ifndef LONG_RUN
#define LONG_RUN 2048
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
#define STAGE 4096 /* bytes gathered before they are flushed: stays in the first-level cache */

typedef struct {
    long from;  /* byte of the row where the piece begins */
    long to;    /* byte of the output where row 0 of the piece goes */
    long run;   /* bytes from one row to the next in the output */
    int width;  /* bytes of the piece in one row, 1 .. 2^30 */
    int output; /* which output, 0 when they are packed */
} piece;

typedef ulong8 line;

#if STREAMING
#define STORE(value, to) __builtin_nontemporal_store(value, to)
#else
#define STORE(value, to) (*(to) = (value))
#endif

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
#if UNALIGNED
    typedef ulong8 loose_line __attribute__((aligned(1)));
    typedef ulong2 loose_word __attribute__((aligned(1)));
    if (!near_end) {
        for (; b + 64 <= bytes; b += 64) *(loose_line *) (stage + b) = *(__global const loose_line *) (from + b);
        for (; b < bytes; b += 16) *(loose_word *) (stage + b) = *(__global const loose_word *) (from + b);
    }
#endif
    for (; b < bytes; b++) stage[b] = from[b];
}

/* Writes stage[begin, end) to out[begin, end), out being aligned on a line: whole lines at once, the rest byte by byte. Answers where it stopped. */
static int flush_lines(const uchar *stage, __global uchar *out, int begin, int end) {
    int at = begin;
    while (at < end && at % LINE != 0) { out[at] = stage[at]; at++; }
    for (; at + LINE <= end; at += LINE) STORE(*(const line *) (stage + at), (__global line *) (out + at));
    return at;
}

/* The rows of a piece that are contiguous in the output, through the stage. */
static void copy_gathered(__global const uchar *from, long pitch, __global uchar *to, int width, long rows, long readable) {
    uchar stage[STAGE + LONG_RUN + 2 * LINE] __attribute__((aligned(LINE)));
    int begin = (ulong) to % LINE, end = begin;
    __global uchar *out = to - begin;
    for (long row = 0; row < rows; row++) {
#if FETCH
        for (int b = 0; b < width; b += LINE) __builtin_prefetch((const void *) (ulong) (from + (row + FETCH) * pitch + b));
#endif
        bool near_end = row * pitch + width + 15 > readable;
        gather(stage + end, from + row * pitch, width, near_end);
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

/* Whether a piece's rows go straight to their places: as whole lines, or too long to gain by being gathered. */
static bool straight(const piece *p, __global const uchar *to) {
    return ((ulong) to | p->run | p->width) % LINE == 0 || p->width >= LONG_RUN || p->width != p->run;
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void split_tiles(__global const uchar *restrict data, OUTPUT_PARAMETERS, __global const piece *restrict pieces,
                 __global const int *restrict columns, long dataAt, long dataEnd, long pitch, long rows, long tileRows) {
    OUTPUT_START
    long first = get_group_id(1) * tileRows, end = min(first + tileRows, rows);
    int begin = columns[get_group_id(0)], behind = columns[get_group_id(0) + 1], gathered = 0;

    /* row by row, so that the data streams in (PoCL 3.1: 64 parts of 256 bytes, 0.70 of a streaming copy part by part, 0.87 row by row) */
    for (long row = first; row < end; row++)
        for (int i = begin; i < behind; i++) {
            piece p = pieces[i];
            __global uchar *to = OUTPUT(p.output) + p.to;
            if (straight(&p, to)) copy_straight(data + (dataAt + row * pitch + p.from), to + row * p.run, p.width);
            else gathered++;
        }
    for (int i = begin; gathered > 0 && i < behind; i++) {
        piece p = pieces[i];
        __global uchar *to = OUTPUT(p.output) + p.to;
        long at = dataAt + first * pitch + p.from;
        if (!straight(&p, to)) copy_gathered(data + at, pitch, to + first * p.run, p.width, end - first, dataEnd - at);
    }
}

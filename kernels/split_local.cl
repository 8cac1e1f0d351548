/*
 * split_local: all parts in one launch on a GPU, for any geometry: odd runs, short runs, sub-byte elements.
 *
 *   bit b of output o = bit dataAt + (b / run) * pitch + from + b % run of data      for every part, 0 <= b < rows * run
 *
 * A work-group takes a tile: some rows of one column, a stretch of row that holds one piece or several (a piece is a part's run, or a segment of
 * a run too long for a tile). It loads the tile as aligned 16-byte words into local memory, and after a barrier LANES work-items per piece put
 * together aligned 16-byte words of the output from it. All is counted in bits, so that bytes and nibbles are one algorithm; `to` is in bytes.
 *
 * Example: u8 [128, 10], lengths [3, 7], packed at 0 and 384: pitch = 80, pieces {from 0, to 0, run 24, width 24}, {from 24, to 384, run 56,
 * width 56}, one column, tileRows = 64, WHOLE_ROWS. Tile 1 loads bytes 640..1279, and its fourth word of part 0, output[240, 256), holds rows
 * 80 to 85: row 80 gives all its three bytes, row 85 its first.
 *
 * Launch: global = GROUP * columns * ceil(rows / tileRows), local = GROUP.
 *
 * Requires: a tile fits: with WHOLE_ROWS tileRows * pitch + 15 bytes, otherwise tileRows * 16 * span bytes, in TILE bytes, span being
 * ceil((bytes of the column + 15) / 16); tileRows * run is a multiple of 8 for every part (bytes of the output belong to one tile), and better
 * of 256 (so do sectors); segments begin and end on bytes of the output; data's address is a multiple of 16; nothing from dataEnd on is read.
 *
 *   -D WORDS=1       dataAt, pitch, from, run, width are multiples of 32 bits, `to` and the outputs' addresses of 4 bytes
 *   -D LANES         a power of two: the smallest power of two not below tileRows * width / 128, GROUP at most
 *   -D WHOLE_ROWS, TILE, GROUP  see tile.cl
 */

#ifndef WORDS
#define WORDS 0
#endif

static uint low_bits(uint n) {
    return n < 32 ? (1u << n) - 1 : 0xFFFFFFFFu;
}

/*
 * 32 bits of a piece from bit q of its stream of `total`, which takes one run of `width` after the other; 0 outside. All work-items take the
 * same `steps`, as many rows as 32 bits may touch: where every one looks for itself how far its row goes, a warp pays for the longest anyway.
 */
static INLINE uint compose(__local const uint *tile, layout at, uint from, int q, uint width, uint inverse, int total, int steps,
                           bool straddling) {
    uint have = clamp(-q, 0, 32), end = clamp(total - q, 0, 32), word = 0;
    uint row = divided(max(q, 0), width, inverse), col = max(q, 0) - row * width;
    for (int i = 0; i < steps; i++) {
        uint n = have < end ? min(end - have, width - col) : 0;
        uint bits = peek(tile, n ? row_start(at, row) + from + col : 0, straddling) & low_bits(n);
        word |= n ? bits << have : 0;
        have += n;
        col = 0;
        row++;
    }
    return ordered(word);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void split_local(__global const uchar *restrict data OUTPUT_PARAMETERS GEOMETRY_PARAMETERS) {
    OUTPUT_START
    __local uint tile[TILE / 4 + TILE / 128 + 8];
    ONE_INDEX
    int p = COLUMN_BEGIN, last = COLUMN_END;
    long first = GROUP_TILE * tileRows, start = pieces[p].from;
    uint height = min(tileRows, rows - first);
    layout at = load_tile(data, tile, pieces, p, last, first, height, dataAt, dataEnd, pitch);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (p += get_local_id(0) / LANES; p < last; p += GROUP / LANES) {
        uint width = pieces[p].width, from = pieces[p].from - start, inverse = 0xFFFFFFFFu / width;
        long run = pieces[p].run;
        __global uchar *part = OUTPUT(pieces[p].output) + pieces[p].to;
        /* runs of 1, 2, 4, 8 bits and the like never lie in two words of the tile: half the loads */
        bool straddling = !WORDS && (32 % width != 0 || (at.stride | at.lead | at.drift | from | (uint) ((ulong) part + (rowsBefore + first) * run / 8) * 8) % width != 0);
        int steps = WORDS ? 1 : straddling ? (30 + width) / width + 1 : 32 / width;
        /* the rows of a whole run follow each other in the output: one stream; those of a segment do not */
        int streams = width == run ? 1 : height, total = width == run ? width * height : width;
        for (int s = 0; s < streams; s++) {
            __global uchar *to = part + (rowsBefore + first + s) * run / 8;
            int lead = (ulong) to % 16;
            for (int w = get_local_id(0) % LANES; w * 128 < total + lead * 8; w += LANES) {
                int q = w * 128 - lead * 8 + s * width, stop = total + s * width;
                uint4 v;
                v.x = compose(tile, at, from, q, width, inverse, stop, steps, straddling);
                v.y = compose(tile, at, from, q + 32, width, inverse, stop, steps, straddling);
                v.z = compose(tile, at, from, q + 64, width, inverse, stop, steps, straddling);
                v.w = compose(tile, at, from, q + 96, width, inverse, stop, steps, straddling);
                store_word(to - lead + w * 16, v, w == 0 ? lead : 0, min(16, (total + 7) / 8 + lead - w * 16));
            }
        }
    }
}

/*
 * split_words: all parts in one launch on a GPU, when everything is a multiple of 16 bytes.
 *
 *   output[to + row * run + b] = data[dataAt + row * pitch + from + b]      for every piece, 0 <= row < rows, 0 <= b < width
 *
 * A piece is a stretch of one part's run: the whole run (width = run), or a segment of a long one. A column is some pieces next to each other in
 * the row. A work-group takes a tile: one column of tileRows rows. LANES neighbouring work-items copy one piece, 16 bytes each, so that a warp's
 * loads and stores are as long as the run allows.
 *
 * Example: f32 [8192, 4096], 64 parts of 64 elements: runs of 256 bytes are 16 words, LANES = 16, and the 256 work-items copy 16 pieces (4096
 * neighbouring bytes of the row) at once: 4 columns of 16 pieces. With tileRows = 4 a tile is 16 KiB and there are 4 * 2048 work-groups.
 *
 * Launch: global = GROUP * columns * ceil(rows / tileRows), local = GROUP.
 *
 * Requires: dataAt, pitch, from, to, run, width and the addresses of all buffers are multiples of 16.
 *
 *   -D GROUP  work-items in a work-group, a power of two; the host takes 256, or what the device allows
 *   -D LANES  work-items that share a piece: the smallest power of two not below width / 16, GROUP at most
 */

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void split_words(__global const uchar *restrict data OUTPUT_PARAMETERS GEOMETRY_PARAMETERS) {
    OUTPUT_START
    uint begin = COLUMN_BEGIN, count = COLUMN_END - begin;
    uint share = max(1u, GROUP / LANES / count); /* the teams of work-items that share a piece: each takes every share-th row */
    int lane = get_local_id(0) % LANES;
    long first = GROUP_TILE * tileRows;
    int height = min(tileRows, rows - first);
    ONE_INDEX
    for (uint i = get_local_id(0) / LANES; i < count * share; i += GROUP / LANES) {
        piece p = pieces[begin + i / share];
        int words = p.width / 16;
        long run = p.run / 16;
        __global const uint4 *from = (__global const uint4 *) (data + (dataAt + first * pitch + p.from));
        __global uint4 *to = (__global uint4 *) (OUTPUT(p.output) + p.to) + (rowsBefore + first) * run;
        /* four loads are on their way before the first store: along the row where it is long, across rows where it is short */
        if (words > LANES)
            for (int row = i % share; row < height; row += share)
#pragma unroll 4
                for (int w = lane; w < words; w += LANES) to[row * run + w] = from[row * (pitch / 16) + w];
        else if (lane < words)
#pragma unroll 4
            for (int row = i % share; row < height; row += share) to[row * run + lane] = from[row * (pitch / 16) + lane];
    }
}

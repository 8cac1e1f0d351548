/*
 * convert_local: all parts in one launch on a GPU, converted on their way.
 *
 *   element e of output o = converted(element (dataAt + (e / run) * pitch + from) / BITS + e % run of data)   for every part, 0 <= e < rows * run
 *
 * A work-group takes a tile, as split_local does: some rows of one column are loaded as aligned 16-byte words into local memory, and after a barrier
 * 2^laneBits work-items per piece make aligned 16-byte words of the output from it, VALUES elements each. Data counts bits, so that bytes and
 * nibbles are one algorithm; `to` is in bytes of the output, and run and width are bits of the data there, too.
 *
 * By simulation of a GPU's memory, work-items load and store 16 bytes each, and use all of each sector or nearly (0.99 to 1.00; u8 [128, 480, 3] into
 * planes of f32 and f16, [128, 480, 4] into 3 and 1, u4 to f16, f32 to u8); bank conflicts are 2 at most. clang for sm_80 and gfx90a: no 64-bit division, no
 * stack, no spill.
 *
 * Example: u8 [256, 3] into 3 planes of f32: pitch = 24, pieces {from 0, to 0, run 8, width 8} and so on, one column, tileRows = 128, WHOLE_ROWS.
 * Tile 1 loads bytes 384..767, and its third word of part 1 is rows 136 to 139: bytes 409, 412, 415, 418.
 *
 * Launch: global = GROUP * columns * ceil(rows / tileRows), local = GROUP.
 *
 * Requires: a tile fits, as in split_local; 2^laneBits is GROUP at most, and had better be the words of a piece in a tile; segments begin and end on
 * elements; data's address is a multiple of 16; nothing from dataEnd on is read.
 *
 *   -D STRADDLING=1  elements may lie in two words of 32 bits
 *   -D WITHIN=1      outputs may begin within an element: bytes are stored
 *   -D STAGED        how many patterns of `lookups` there are, where they are few: local memory holds them, too; 0 for none
 *   -D WHOLE_ROWS, TILE, GROUP  see tile.cl
 *   -D RULE, BITS, BYTES, SOURCE, TARGET   see convert.cl
 */

#ifndef STRADDLING
#define STRADDLING 0
#endif

#define VALUES (16 / BYTES)

#if RULE == RULE_TABLE
#if STAGED
#define RESULT(x, r) known[(r).lookup + (x)]
#else
#define RESULT(x, r) lookups[(r).lookup + (x)]
#endif
#elif BYTES == 8
#define RESULT(x, r) converted_long(x, r)
#else
#define RESULT(x, r) converted(x, r)
#endif

/* One more element of a word. */
#if BYTES == 8
#define PUT(i) words[2 * i] = (uint) one, words[2 * i + 1] = (uint) (one >> 32)
#else
#define PUT(i) words[i * BYTES / 4] |= (uint) one << (i * BYTES % 4 * 8)
#endif

/* The elements from q on of a piece's stream of `total`, which takes one run of `width` after the other. */
static INLINE void make_word(__local const uint *tile, layout at, uint from, uint width, uint inverse, int q, int total, rule r,
#if RULE == RULE_TABLE
#if STAGED
                             __local const result *known,
#else
                             __global const result *lookups,
#endif
#endif
                             uint words[4]) {
    uint row = divided(max(q, 0), width, inverse), col = max(q, 0) - row * width, start = row_start(at, row) + from;
    words[0] = words[1] = words[2] = words[3] = 0;
#pragma unroll
    for (int i = 0; i < VALUES; i++) {
        bool is_in = q + i >= 0 && q + i < total;
        uint x = peek(tile, is_in ? start + col * BITS : 0, STRADDLING);
#if BITS < 32
        x &= (1u << BITS) - 1;
#endif
        result one = RESULT(x, r);
        PUT(i);
        if (is_in && ++col == width) {
            col = 0;
            start = row_start(at, ++row) + from;
        }
    }
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void convert_local(__global const uchar *restrict data OUTPUT_PARAMETERS RULE_PARAMETERS GEOMETRY_PARAMETERS, long laneBits) {
    OUTPUT_START
    __local uint tile[TILE / 4 + TILE / 128 + 8];
    ONE_INDEX
    int p = COLUMN_BEGIN, last = COLUMN_END;
    long first = GROUP_TILE * tileRows, start = pieces[p].from;
    uint height = min(tileRows, rows - first);
    layout at = load_tile(data, tile, pieces, p, last, first, height, dataAt, dataEnd, pitch);
#if STAGED
    __local result known[STAGED];
    for (int i = get_local_id(0); i < STAGED; i += GROUP) known[i] = lookups[i];
#endif
    barrier(CLK_LOCAL_MEM_FENCE);

    int lanes = 1 << laneBits, lane = get_local_id(0) & (lanes - 1);
    for (p += get_local_id(0) >> laneBits; p < last; p += GROUP >> laneBits) {
        uint width = pieces[p].width / BITS, from = pieces[p].from - start, inverse = 0xFFFFFFFFu / width;
        long run = pieces[p].run / BITS;
        rule r = rules[p];
        __global uchar *part = OUTPUT(pieces[p].output) + pieces[p].to;
        /* the rows of a whole run follow each other in the output: one stream; those of a segment do not */
        int streams = width == run ? 1 : height, total = width == run ? width * height : width;
        for (int s = 0; s < streams; s++) {
            __global uchar *to = part + (rowsBefore + first + s) * run * BYTES;
            int lead = WITHIN ? 0 : (ulong) to % 16 / BYTES;
            for (int w = lane; w * VALUES < total + lead; w += lanes) {
                uint words[4];
                make_word(tile, at, from, width, inverse, w * VALUES - lead + s * (int) width, total + s * (int) width, r,
#if STAGED
                          known,
#elif RULE == RULE_TABLE
                          lookups,
#endif
                          words);
                store_word(to + w * 16 - lead * BYTES, (uint4) (words[0], words[1], words[2], words[3]), w == 0 ? lead * BYTES : 0,
                           min(16, (total + lead) * BYTES - w * 16));
            }
        }
    }
}

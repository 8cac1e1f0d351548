/*
 * tile: some rows of one column of the data in local memory. Not a kernel: the host puts this text in front of split_local and
 * convert_local, which work from there and share:
 *
 *   load_tile    the rows that a work-group takes, loaded as aligned 16-byte words
 *   peek         32 bits of the tile from any bit
 *   row_start    where a row begins in it
 *   divided      a division by what the host or the work-item has inverted
 *   store_word   some bytes of an aligned 16-byte word of the output
 *
 * Example: u8 rows of 10 bytes, WHOLE_ROWS, 64 rows: tile 1 is bytes 640..1279 of the data, and row r of it begins at bit r * 80.
 *
 * Local memory holds word w at w + w / 32: without this step, work-items that read 16-byte strides or equal columns of rows would meet in few of
 * the 32 banks (bank conflict 2.8-12 without, below 2 with it, by simulation).
 *
 * Requires: data's address is a multiple of 16; nothing from dataEnd on is read.
 *
 *   -D WHOLE_ROWS=1  columns are whole rows: the tile is one stretch of data, and rows may be as short as they like
 *   -D TILE          bytes of a tile, a multiple of 128; the host takes 16384: two or more groups share a compute unit
 *   -D GROUP         work-items in a work-group, a power of two
 *   -D WITHIN=1      outputs may begin anywhere: bytes are stored
 */

#ifndef WITHIN
#define WITHIN 0
#endif

/* Where the rows lie in the tile: row r begins at bit r * stride + (lead + r * drift) % 128. */
typedef struct {
    uint stride, lead, drift;
} layout;

ORDERED(uint)

static uint spread(uint w) {
    return w + w / 32;
}

/* q / d, given inverse = 0xFFFFFFFF / d: a multiplication and a correction instead of a division. */
static uint divided(uint q, uint d, uint inverse) {
    uint n = mul_hi(q, inverse);
    return q - n * d >= d ? n + 1 : n;
}

static uint row_start(layout at, uint row) {
    return row * at.stride + (at.lead + row * at.drift) % 128;
}

/* Aligned 16-byte word i of the data into the tile; the last one may lie half behind the data. */
static INLINE void load_word(__global const uchar *data, long i, long dataEnd, __local uint *tile, uint w) {
    uint4 v = 0;
    if (i * 16 + 16 <= dataEnd) v = ((__global const uint4 *) data)[i];
    else {
        for (long b = i * 16; b < dataEnd; b++) {
            uint value = (uint) data[b] << (b % 4 * 8), c = b % 16 / 4;
            v |= (uint4) (c == 0, c == 1, c == 2, c == 3) * value;
        }
    }
    tile[spread(w)] = ordered(v.x);
    tile[spread(w + 1)] = ordered(v.y);
    tile[spread(w + 2)] = ordered(v.z);
    tile[spread(w + 3)] = ordered(v.w);
}

/* 32 bits of the tile from bit `at`; `straddling` says that they may lie in two words. */
static INLINE uint peek(__local const uint *tile, uint at, bool straddling) {
    uint w = at / 32, shift = at % 32, bits = tile[spread(w)] >> shift;
    return straddling ? bits | tile[spread(w + 1)] << 1 << (31 - shift) : bits;
}

static void store_bytes(__global uchar *to, uint word, int begin, int end) {
    for (int b = max(begin, 0); b < min(end, 4); b++) to[b] = word >> (b * 8);
}

/* Bytes begin to end - 1 of a word. */
static INLINE void store_word(__global uchar *to, uint4 v, int begin, int end) {
    if (!WITHIN && begin == 0 && end == 16) *(__global uint4 *) to = v;
    else {
        store_bytes(to, v.x, begin, end);
        store_bytes(to + 4, v.y, begin - 4, end - 4);
        store_bytes(to + 8, v.z, begin - 8, end - 8);
        store_bytes(to + 12, v.w, begin - 12, end - 12);
    }
}

/* Loads the rows from `first` on of the column whose pieces are p to last - 1. A barrier must precede the use of the tile. */
static INLINE layout load_tile(__global const uchar *data, __local uint *tile, __global const piece *pieces, int p, int last, long first, uint height,
                               long dataAt, long dataEnd, long pitch) {
    long start = pieces[p].from, begin = dataAt + first * pitch + start;
#if WHOLE_ROWS
    layout at = {pitch, begin % 128, 0};
    uint words = (begin % 128 + height * (uint) pitch + 127) / 128;
    for (uint w = get_local_id(0); w < words; w += GROUP) load_word(data, begin / 128 + w, dataEnd, tile, w * 4);
#else
    uint bits = pieces[last - 1].from + pieces[last - 1].width - start;
    uint span = (bits + 127 + 127) / 128, inverse_span = 0xFFFFFFFFu / span;
    layout at = {span * 128, begin % 128, pitch % 128};
    for (uint k = get_local_id(0); k < height * span; k += GROUP) {
        uint row = divided(k, span, inverse_span), w = k - row * span;
        uint used = ((at.lead + row * at.drift) % 128 + bits + 127) / 128;
        load_word(data, (begin + row * pitch) / 128 + min(w, used - 1), dataEnd, tile, k * 4);
    }
#endif
    return at;
}

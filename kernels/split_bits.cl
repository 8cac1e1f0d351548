/*
 * split_bits: all parts of a sub-byte type in one launch, bit by bit exact.
 *
 *   bit b of output i = bit dataAt + (b / run) * pitch + from + b % run of data      0 <= b < rows * run, every part i
 *
 * Elements are packed over the whole flattened tensor, so rows and runs begin at any bit; each output is packed on its own, and the unused bits
 * of its last byte are 0. Bits count from the least significant one of each byte, or from the most significant one with MSB_FIRST.
 *
 * Example: u4 [2, 3], axis 1, lengths [1, 2]. Data 1 2 3 / 4 5 6 is bytes 21 43 65; pitch = 12 bits. Part 1 is {from 4, run 8}: row 0 gives
 * bits 4..11 (2, 3), row 1 bits 16..23 (5, 6): bytes 32 65. Part 0 is {from 0, run 4}: 1 and 4, byte 41.
 *
 * A part's output is cut into 8-byte words, counted from the multiple of 64 at or below its address. Tile t of a part is `width` words from
 * t * width on, whole lines. A work-item makes CHUNK words in a row, each from as many runs as it takes, so that no two work-items write to one word.
 * Those at a part's ends, shared with neighbours, are stored byte by byte.
 *
 * Launch: global = GROUP * columns * tiles, local = GROUP.
 *
 * Requires: `to` in bytes; tiles * width words hold every part; data and outputs need exactly ceil(bits / 8) bytes: nothing beyond is read or written
 * (dataEnd is the number of bytes that may be read, from the start of the buffer).
 *
 *   -D GROUP        work-items in a work-group: 1 on CPU devices, 64 or more on GPUs
 *   -D CHUNK        words that a work-item makes: 1024 on CPU devices (256 where the compiler is not clang), 1 on GPUs (neighbours then store neighbouring words)
 *   -D STREAMING=1  for GROUP 1: a chunk is made in a stage and leaves it as whole 64-byte lines; CHUNK is a multiple of 8
 */

#define FETCH 4 /* rows to prefetch ahead (PoCL 3.1, 2 cores: u4 [16384, 8190] into 6, 0.3 -> 0.4 of a streaming copy) */

#if STREAMING
#define TARGET __private
#else
#define TARGET __global
#endif

ORDERED(ulong)

static ulong low_bits(long n) {
    return n >= 64 ? ~0UL : (1UL << n) - 1;
}

/* Word i of the data; what lies behind the data reads as 0. */
static ulong word_at(__global const uchar *data, long i, long dataEnd) {
    if (i * 8 + 8 <= dataEnd) return ordered(((__global const ulong *) data)[i]);
    ulong word = 0;
    for (long b = i * 8; b < dataEnd; b++) word |= (ulong) data[b] << (b % 8 * 8);
    return ordered(word);
}

/* 1 <= n <= 64 bits of data from bit `at`, the rest 0. */
static ulong bits_at(__global const uchar *data, long at, long n, long dataEnd) {
    long i = at / 64, shift = at % 64;
    ulong bits = word_at(data, i, dataEnd) >> shift;
    if (shift + n > 64) bits |= word_at(data, i + 1, dataEnd) << (64 - shift);
    return bits & low_bits(n);
}

/* Makes `count` whole words from bit `at` on, all of one run; eight at once, which PoCL 3.1 does not find out by itself. */
static void shift_words(__global const uchar *data, long at, TARGET ulong *to, long count) {
    __global const ulong *words = (__global const ulong *) data + at / 64;
    ulong shift = at % 64;
    long w = 0;
#if CLANG && !MSB_FIRST
    typedef ulong8 loose_line __attribute__((aligned(8)));
    for (; w + 8 <= count; w += 8)
        *(TARGET loose_line *) (to + w) =
            *(__global const loose_line *) (words + w) >> shift | *(__global const loose_line *) (words + w + 1) << 1 << (63 - shift);
#endif
    for (; w < count; w++) to[w] = ordered(ordered(words[w]) >> shift | ordered(words[w + 1]) << 1 << (63 - shift));
}

static void store_bytes(__global uchar *to, ulong word, long begin, long end) {
    for (long b = begin; b < end; b++) to[b] = word >> (b * 8);
}

#if STREAMING
/* Words [w, end) of the stage, whose word 0 belongs to the line-aligned out: lines, and single words at both ends. */
static void flush(__global ulong *out, const ulong *stage, long w, long end) {
    for (; w < end && w % 8 != 0; w++) out[w] = stage[w];
    for (; w + 8 <= end; w += 8) STORE(*(const ulong8 *) (stage + w), (__global ulong8 *) (out + w));
    for (; w < end; w++) out[w] = stage[w];
}
#endif

/* Makes some words of a part, from word `start` on, which is counted from the line where the part begins. */
static void make_words(__global const uchar *data, long at, long pitch, long dataEnd, __global uchar *to, long run, long total, long start, long words) {
    long lead = (ulong) to % 64 * 8; /* bits from the line's start to the part's */
    __global ulong *out = (__global ulong *) (to - lead / 8) + start;
#if STREAMING
    ulong made[CHUNK] __attribute__((aligned(64)));
#else
    __global ulong *made = out;
#endif

    long w = max(lead / 64 - start, 0L), bit = max((start + w) * 64 - lead, 0L); /* the next word, and its first bit that is the part's */
    long row = bit / run, col = bit % run, whole = words, whole_end = words;
    while (w < words && bit < total) {
        long source = at + row * pitch + col, skipped = bit - ((start + w) * 64 - lead);
        long count = min(min((run - col) / 64, words - w), dataEnd / 8 - source / 64 - 1);
#if CLANG
        if (col < 64)
            for (long b = 0; b < run / 8 && b < 8192; b += 64)
                __builtin_prefetch((const void *) (ulong) (data + (source + FETCH * pitch) / 8 + b));
#endif
        if (skipped == 0 && count > 0) {
            shift_words(data, source, made + w, count);
            bit += count * 64;
            col += count * 64;
        } else {
            long have = skipped;
            ulong word = 0;
            while (have < 64 && bit < total) {
                long n = min(64 - have, run - col);
                word |= bits_at(data, at + row * pitch + col, n, dataEnd) << have;
                have += n;
                bit += n;
                col += n;
                if (col == run) { col = 0; row++; }
            }
            word = ordered(word);
            count = 1;
            if (skipped == 0 && have == 64) made[w] = word;
            else {
                store_bytes((__global uchar *) (out + w), word, skipped / 8, (have + 7) / 8);
                if (have < 64) whole_end = w;
            }
        }
        if (skipped == 0) whole = min(whole, w);
        if (col == run) { col = 0; row++; }
        w += count;
    }
#if STREAMING
    flush(out, made, whole, min(w, whole_end));
#endif
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void split_bits(__global const uchar *restrict data OUTPUT_PARAMETERS GEOMETRY_PARAMETERS) {
    OUTPUT_START
    EACH_INDEX for (int p = COLUMN_BEGIN; p < COLUMN_END; p++) {
        piece part = pieces[p];
        long first = (long) GROUP_TILE * part.width, behind = first + part.width;
        for (long start = first + (long) get_local_id(0) * CHUNK; start < behind; start += GROUP * CHUNK)
            make_words(data, dataAt + part.from, pitch, dataEnd, OUTPUT(part.output) + (part.to + rowsBefore * part.run / 8), part.run,
                       rows * part.run, start, min((long) CHUNK, behind - start));
    }
}

/*
 * convert_tiles: all parts in one launch, converted on their way, for devices whose work-groups are threads of a CPU.
 *
 *   element e of output o = converted(element (dataAt + (e / run) * pitch + from) / BITS + e % run of data)   for every part, 0 <= e < rows * run
 *
 * A piece is a stretch of one part's run, a column is some pieces next to each other in the row, and a work-group takes a tile: one column of
 * tileRows rows. Of each piece it gathers some elements in a small stage, converts 16 at a time, and stores them as they fall into 64-byte lines of
 * the output. Data counts bits; `to` is in bytes of the output, and run and width are bits of the data there, too.
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
 *                    SPIR-V). Its halves are then stored by vstore_half, which is an instruction or two, and not put together from integers (PoCL 3.1,
 *                    Sapphire Rapids, two busy cores: u8 [1080, 1920, 3] into 3 of f16, 2.6 ms with integers, 0.8 ms so); and narrow integers are not
 *                    converted one by one (f32 [1024, 6144] into 2 of u8: 3.4 ms and 2.0)
 *   -D RULE, BITS, BYTES, SOURCE, TARGET  see convert.cl
 */

#ifndef LOOSE
#define LOOSE 0
#endif
#ifndef MSB_FIRST
#define MSB_FIRST 0
#endif
#ifndef STREAMING
#define STREAMING 0
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

#ifdef STEP
#define PITCH (STEP * 8L)
#else
#define PITCH pitch
#endif

#if UNALIGNED
#define RESULTS(v) __builtin_convertvector(v, result16)
#elif BYTES == 1
#define RESULTS(v) convert_uchar16(v)
#elif BYTES == 2
#define RESULTS(v) convert_ushort16(v)
#else
#define RESULTS(v) (v)
#endif

#if RULE == RULE_TABLE
#define LOOKUPS , __global const result *lookups
#define WITH_LOOKUPS , lookups
#define RESULT(x) lookups[r.lookup + (x)]
#else
#define LOOKUPS
#define WITH_LOOKUPS
#if BYTES == 8
#define RESULT(x) converted_long(x, r)
#else
#define RESULT(x) (result) converted(x, r)
#endif
#endif

/* The element that begins at a bit. */
static inline element element_at(__global const uchar *data, long bit) {
    __global const uchar *from = data + bit / 8;
#if BITS < 8
    uint shift = bit % 8, bits = from[0];
#if MSB_FIRST
    bits >>= 7 - shift;
#else
    if (shift + BITS > 8) bits |= (uint) from[1] << 8;
    bits >>= shift;
#endif
    return bits & ((1 << BITS) - 1);
#elif BITS == 8
    return from[0];
#elif UNALIGNED
    typedef element loose_element __attribute__((aligned(1)));
    return *(__global const loose_element *) from;
#else
    element bits = 0;
    for (int b = 0; b < BITS / 8; b++) bits |= (element) from[b] << (b * 8);
    return bits;
#endif
}

#if UNALIGNED
typedef ulong2 loose_word __attribute__((aligned(1)));
#endif

/* Each byte of 16 becomes the bytes that its elements take, in an integer of as many. */
#if UNALIGNED && (BITS == 1 || BITS == 2 || BITS == 4)
#if BITS == 4
typedef ushort16 spread16;
#elif BITS == 2
typedef uint16 spread16;
#else
typedef ulong16 spread16;
#endif
typedef spread16 loose_spread16 __attribute__((aligned(1)));

static inline void spread_bytes(element *stage, __global const uchar *from) {
    spread16 bytes = __builtin_convertvector(vload16(0, from), spread16), spread = 0;
    for (int k = 0; k < 8 / BITS; k++) {
        spread16 one = bytes >> (spread16) (MSB_FIRST ? 7 - k : k * BITS) & (spread16) ((1 << BITS) - 1);
        spread |= one << (spread16) (k * 8);
    }
    *(loose_spread16 *) stage = spread;
}
#define SPREADS 1
#else
#define SPREADS 0
#endif

/* Elements next to each other. May write up to 15 bytes more than asked, which the next ones or the end ignore. */
static void gather_run(element *stage, __global const uchar *data, long bit, int count, long dataEnd) {
    int done = 0;
#if UNALIGNED && BITS >= 8
    int bytes = count * (BITS / 8);
    if (bit / 8 + bytes + 15 <= dataEnd) {
        for (int b = 0; b < bytes; b += 16) *(loose_word *) ((uchar *) stage + b) = *(__global const loose_word *) (data + bit / 8 + b);
        return;
    }
#endif
#if SPREADS
    for (; done < count && (bit + done * BITS) % 8 != 0; done++) stage[done] = element_at(data, bit + done * BITS);
    for (; done + 128 / BITS <= count; done += 128 / BITS) spread_bytes(stage + done, data + (bit + done * BITS) / 8);
#endif
    for (; done < count; done++) stage[done] = element_at(data, bit + done * BITS);
}

/* Elements that are a row apart. */
static void gather_column(element *stage, __global const uchar *data, long bit, int count, long pitch) {
#ifdef STEP
    __global const uchar *from = data + bit / 8;
    for (int i = 0; i < count; i++) stage[i] = element_at(from, i * PITCH);
#else
    for (int i = 0; i < count; i++) stage[i] = element_at(data, bit + i * pitch);
#endif
}

static inline void store_one(__global uchar *to, result one) {
#if LOOSE
    for (int b = 0; b < BYTES; b++) to[b] = one >> (b * 8);
#else
    *(__global result *) to = one;
#endif
}

#if BYTES < 8
static inline result16 results(const element *stage, rule r LOOKUPS) {
#if RULE == RULE_TABLE
    result found[16] __attribute__((aligned(LINE)));
    __global const result *table = lookups + r.lookup;
    for (int i = 0; i < 16; i++) found[i] = table[stage[i]];
    return *(const result16 *) found;
#elif UNALIGNED && TARGET == TYPE_F16
    result found[16] __attribute__((aligned(LINE)));
    vstore_half16_rte(RULED(16, convert_uint16(vload16(0, stage)), r), 0, (half *) found);
    result16 halves = *(const result16 *) found;
    return select(halves, (result16) (0x7E00), (halves & (result16) (0x7FFF)) > (result16) (0x7C00));
#else
    return RESULTS(converted16(convert_uint16(vload16(0, stage)), r));
#endif
}
#endif

/* Makes elements of the output from those in the stage: all of them at the end, else as many as fill lines. Answers how many. */
static int convert_stage(__global uchar *to, const element *stage, int count, bool is_end, rule r LOOKUPS) {
    int i = 0;
#if BYTES < 8 && !LOOSE
    int head = min((int) (-(ulong) to % LINE) / BYTES, count), lines = (count - head) / (LINE / BYTES);
    for (; i < head; i++) store_one(to + i * BYTES, RESULT(stage[i]));
    for (int end = head + lines * (LINE / BYTES); i < end; i += 16)
        STORE(results(stage + i, r WITH_LOOKUPS), (__global result16 *) (to + i * BYTES));
    if (!is_end) return i;
#endif
    for (; i < count; i++) store_one(to + i * BYTES, RESULT(stage[i]));
    return i;
}

/* Some runs from bit `at` of the data on, which follow each other in the output. */
static void convert_runs(__global uchar *to, __global const uchar *data, long at, long pitch, int run, int rows, long dataEnd, rule r LOOKUPS) {
    element stage[BATCH + LINE + 16] __attribute__((aligned(LINE)));
    int have = 0, col = 0, left = run * rows;
    while (left > 0) {
        while (left > 0 && have < BATCH) {
#if UNALIGNED && BITS >= 8
            /* one word for each short run: what it takes too much, the next one covers */
            if (col == 0 && run > 1 && run * (BITS / 8) <= 16)
                for (; left > 0 && have + run <= BATCH && at / 8 + 16 <= dataEnd; have += run, left -= run, at += PITCH)
                    *(loose_word *) ((uchar *) stage + have * (BITS / 8)) = *(__global const loose_word *) (data + at / 8);
            if (left == 0) break;
#endif
            int count = min(BATCH - have, run == 1 ? left : run - col);
            if (run == 1) {
                gather_column(stage + have, data, at, count, pitch);
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
        if (p.width == p.run) convert_runs(to, data, at, pitch, run, height, dataEnd, r WITH_LOOKUPS);
        else
            for (int row = 0; row < height; row++)
                convert_runs(to + row * run * BYTES, data, at + row * pitch, pitch, p.width / BITS, 1, dataEnd, r WITH_LOOKUPS);
    }
}

/*
 * convert_tiles: all parts in one launch, converted on their way, for devices whose work-groups are threads of a CPU.
 *
 *   element e of output o = converted(element (dataAt + (e / run) * pitch + from) / BITS + e % run of data)   for every part, 0 <= e < rows * run
 *
 * A piece is a stretch of one part's run, a column is some pieces next to each other in the row, and a work-group takes a tile: one column of
 * tileRows rows. Of each piece it gathers some elements in a small stage, converts 16 at a time, and stores them as they
 * fall into 64-byte lines of the output. Data counts bits; `to` is in bytes of the output, and run and width are bits of the data there, too.
 *
 * Example: u8 [8192, 3] into 3 planes of f32: pitch = 24, pieces {from 0, to 0, run 8, width 8} and so on, one column, tileRows = 4096: two tiles.
 * Tile 1 takes bytes 12288, 12291, 12294 and so on for part 0, and writes its bytes 16384..32767.
 *
 * Launch: global = columns * ceil(rows / tileRows), local = 1.
 *
 * Requires: segments of a run begin and end on elements; nothing from dataEnd on is read.
 *
 *   -D WITHIN=1      outputs may begin within an element: elements are stored one by one, in bytes
 *   -D STEP          bytes of a row, where these are few: the compiler then knows how far apart runs are
 *   -D CLANG=1       see common.cl. Halves are then stored by vstore_half or one instruction, not put together from integers; narrow integers are not
 *                    converted one by one; rows of two to four elements of 8 or 16 bits are gathered by shuffles (of 32 bits they lost: f32 [1080, 1920, 3]
 *                    into 3 of u8 2.3 with, 1.5 without); and tables of up to 16 patterns are looked up by
 *                    instructions for that, where the processor has them.
 *                    (PoCL 3.1, Sapphire Rapids, two cores, ms: u8 [1080, 1920, 3] into 3 of f16: 2.6 with halves from integers, 0.72 by vstore_half
 *                    and elements gathered one by one, 0.50 by one instruction and shuffles; f32 [1024, 6144] into 2 of u8: 3.4 and 2.0 with narrow
 *                    integers one by one and not so; u4 [4096, 6144] into 3 of f16: 6.0 looked up one by one, 1.5 so, of f32 8.2 and 2.4.)
 *   -D RULE, BITS, BYTES, SOURCE, TARGET  see convert.cl
 */

/* Elements of the data into a small stage, where they stand next to each other. A stage has place for 15 bytes more than what is gathered. */

#ifdef STEP
#define PITCH (STEP * 8L)
#else
#define PITCH pitch
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
#elif CLANG
    typedef element loose_element __attribute__((aligned(1)));
    return *(__global const loose_element *) from;
#else
    element bits = 0;
    for (int b = 0; b < BITS / 8; b++) bits |= (element) from[b] << (b * 8);
    return bits;
#endif
}

/* Each byte of 16 becomes the bytes that its elements take, in an integer of as many. */
#if CLANG && (BITS == 1 || BITS == 2 || BITS == 4)
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
    _Pragma("unroll") for (int k = 0; k < 8 / BITS; k++) {
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
#if CLANG && BITS >= 8
    int bytes = count * (BITS / 8);
    if (bit / 8 + bytes + 15 <= dataEnd) {
        for (int b = 0; b < bytes; b += 16) *(loose_16 *) ((uchar *) stage + b) = *(__global const loose_16 *) (data + bit / 8 + b);
        return;
    }
#endif
#if SPREADS
    for (; done < count && (bit + done * BITS) % 8 != 0; done++) stage[done] = element_at(data, bit + done * BITS);
    for (; done + 128 / BITS <= count; done += 128 / BITS) spread_bytes(stage + done, data + (bit + done * BITS) / 8);
#endif
    for (; done < count; done++) stage[done] = element_at(data, bit + done * BITS);
}

#if defined(STEP) && CLANG && (BITS == 8 || BITS == 16)
#define LANES (STEP * 8 / BITS) /* elements of a row */
#else
#define LANES 0
#endif

/* Of 16 rows of two, three or four elements one of each. */
#if LANES >= 2 && LANES <= 4
typedef element rows16 __attribute__((ext_vector_type(16)));
typedef rows16 loose_rows16 __attribute__((aligned(1)));

#define WORD(n) ((__global const loose_rows16 *) from)[n]
#define IN_16(EACH, n, lane)                                                                                                       \
    EACH(0, n, lane), EACH(1, n, lane), EACH(2, n, lane), EACH(3, n, lane), EACH(4, n, lane), EACH(5, n, lane), EACH(6, n, lane),   \
        EACH(7, n, lane), EACH(8, n, lane), EACH(9, n, lane), EACH(10, n, lane), EACH(11, n, lane), EACH(12, n, lane),             \
        EACH(13, n, lane), EACH(14, n, lane), EACH(15, n, lane)
#define PLACE(i, lane) ((i) * LANES + (lane))

#if BITS == 8
/* Each word gives what it has, and zeros: shuffles of bytes take an operand at a time. */
#define OR_ZERO(i, n, lane) (PLACE(i, lane) / 16 == n ? PLACE(i, lane) % 16 : 16)
#define PICKED(n, lane) __builtin_shufflevector(WORD(n), (rows16) (0), IN_16(OR_ZERO, n, lane))
#define TWO(lane) (PICKED(0, lane) | PICKED(1, lane))
#define THREE(lane) (TWO(lane) | PICKED(2, lane))
#define FOUR(lane) (THREE(lane) | PICKED(3, lane))
#else
/* Those of wider elements take two. */
#define OF_FIRST(i, n, lane) (PLACE(i, lane) < 32 ? PLACE(i, lane) : 0)
#define OF_OTHERS(i, n, lane) (PLACE(i, lane) < 32 ? i : PLACE(i, lane) - 16)
#define OF_LAST(i, n, lane) (PLACE(i, lane) < 32 ? 0 : PLACE(i, lane) - 32)
#define OF_BOTH(i, n, lane) (PLACE(i, lane) < 32 ? i : 16 + i)
#define TWO(lane) __builtin_shufflevector(WORD(0), WORD(1), IN_16(OF_FIRST, 0, lane))
#define THREE(lane) __builtin_shufflevector(TWO(lane), WORD(2), IN_16(OF_OTHERS, 0, lane))
#define LAST(lane) __builtin_shufflevector(WORD(2), WORD(3), IN_16(OF_LAST, 0, lane))
#define FOUR(lane) __builtin_shufflevector(TWO(lane), LAST(lane), IN_16(OF_BOTH, 0, lane))
#endif

#if LANES == 2
#define GATHERED TWO
#elif LANES == 3
#define GATHERED THREE
#else
#define GATHERED FOUR
#endif
#define GATHER(lane)                                                                                                    \
    case lane:                                                                                                          \
        for (; i + 16 <= whole; i += 16, from += 16 * STEP) *(loose_rows16 *) (stage + i) = GATHERED(lane);             \
        break;

/* Returns how many it gathered. */
static int gather_lanes(element *stage, __global const uchar *from, int lane, int whole) {
    int i = 0;
    switch (lane) {
        GATHER(0)
        GATHER(1)
#if LANES > 2
        GATHER(2)
#endif
#if LANES > 3
        GATHER(3)
#endif
    }
    return i;
}
#endif

#if LANES == 4 && BITS == 8
/* Three of each four bytes, and zeros. */
static inline rows16 without_fourth(rows16 word) {
    return __builtin_shufflevector(word, (rows16) (0), 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 16, 16, 16);
}
#endif

/* Elements that are a row apart, each at byte `from` of its row. */
static void gather_column(element *stage, __global const uchar *data, long bit, int count, long pitch, int from, long dataEnd) {
#ifdef STEP
    __global const uchar *first = data + bit / 8;
    int i = 0;
#if LANES >= 2 && LANES <= 4
    i = gather_lanes(stage, first - from, from * 8 / BITS, (int) min((long) count, (dataEnd - bit / 8 + from) / STEP));
#endif
    for (; i < count; i++) stage[i] = element_at(first, i * PITCH);
#else
    for (int i = 0; i < count; i++) stage[i] = element_at(data, bit + i * pitch);
#endif
}

/* 16 elements of a part at a time, made of those in a stage: calculated, or looked up. */

/* Preprocessors that do not know __has_builtin refuse what stands behind it, even where that is not asked for. */
#if CLANG
#define KNOWS(builtin) __has_builtin(builtin)
#else
#define KNOWS(builtin) 0
#endif

#if CLANG
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

#if CLANG && RULE != RULE_TABLE && TARGET == TYPE_F16
#if defined(__AVX512F__) && KNOWS(__builtin_ia32_vcvtps2ph512_mask)
/* One instruction; what is made of vstore_half16 are two, and three that take its operand apart and put halves together. */
#define HALVES(y) as_ushort16(__builtin_ia32_vcvtps2ph512_mask(y, 0, (short16) (0), (ushort) -1))
#else
#define HALVES(y) stored_halves(y)
static inline ushort16 stored_halves(float16 y) {
    ushort16 halves;
    vstore_half16_rte(y, 0, (half *) &halves);
    return halves;
}
#endif
#endif

/* A table of up to 16 patterns, for an instruction that looks 16 of them up; or byte by byte, for one that looks 16 bytes up. */
#if CLANG && RULE == RULE_TABLE && BITS <= 4 && BYTES == 4 && defined(__AVX512F__) && KNOWS(__builtin_ia32_permvarsi512)
#define PLANES 1
typedef int16 planes;

static planes planes_of(__global const result *table) {
    int found[16] __attribute__((aligned(LINE)));
    for (int i = 0; i < 16; i++) found[i] = table[i % (1 << BITS)];
    return *(const int16 *) found;
}

static inline result16 look_up(planes all, uchar16 places) {
    return as_uint16(__builtin_ia32_permvarsi512(all, convert_int16(places)));
}
#elif CLANG && RULE == RULE_TABLE && BITS <= 4 && BYTES < 8 && defined(__SSSE3__) && KNOWS(__builtin_ia32_pshufb128)
#define PLANES 1
typedef struct {
    uchar16 bytes[BYTES];
} planes;

static planes planes_of(__global const result *table) {
    uchar found[BYTES][16] __attribute__((aligned(16)));
    for (int i = 0; i < 16; i++)
        for (int b = 0; b < BYTES; b++) found[b][i] = table[i % (1 << BITS)] >> (b * 8);
    planes all;
    for (int b = 0; b < BYTES; b++) all.bytes[b] = vload16(0, found[b]);
    return all;
}

#define LOOKED_UP(b) as_uchar16(__builtin_ia32_pshufb128(as_char16(all.bytes[b]), as_char16(places)))
#define LOW(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define TWO_BYTES(a, b) (ushort16) (as_ushort8(LOW(a, b)), as_ushort8(HIGH(a, b)))

static inline result16 look_up(planes all, uchar16 places) {
#if BYTES == 2
    return TWO_BYTES(LOOKED_UP(0), LOOKED_UP(1));
#else
    ushort16 low = TWO_BYTES(LOOKED_UP(0), LOOKED_UP(1)), high = TWO_BYTES(LOOKED_UP(2), LOOKED_UP(3));
    return (uint16) (as_uint8(LOW(low, high)), as_uint8(HIGH(low, high)));
#endif
}
#else
#define PLANES 0
#endif

#if PLANES
#define WITH_PLANES , all
#define PLANES_PARAMETER , planes all
#else
#define WITH_PLANES WITH_LOOKUPS
#define PLANES_PARAMETER LOOKUPS
#endif

#if BYTES < 8
static inline result16 results(const element *stage, rule r PLANES_PARAMETER) {
#if PLANES
    return look_up(all, vload16(0, stage));
#elif RULE == RULE_TABLE
    result found[16] __attribute__((aligned(LINE)));
    __global const result *table = lookups + r.lookup;
    for (int i = 0; i < 16; i++) found[i] = table[stage[i]];
    return *(const result16 *) found;
#elif CLANG && TARGET == TYPE_F16
    result16 halves = HALVES(RULED(16, convert_uint16(vload16(0, stage)), r));
#if IS_NUMBER
    return halves;
#else
    return select(halves, (result16) (0x7E00), (halves & (result16) (0x7FFF)) > (result16) (0x7C00));
#endif
#else
    return RESULTS(converted16(convert_uint16(vload16(0, stage)), r));
#endif
}
#endif

#define BATCH 1024 /* elements gathered before they are converted: they stay in the first-level cache */

static inline void store_one(__global uchar *to, result one) {
#if WITHIN
    for (int b = 0; b < BYTES; b++) to[b] = one >> (b * 8);
#else
    *(__global result *) to = one;
#endif
}

/* A line of the output. It is stored at once: parts of a line that bypass the caches may go to memory one by one. */
#if BYTES == 1
#define LINE_OF(stage) (uint16) (QUARTER(stage, 0), QUARTER(stage, 1), QUARTER(stage, 2), QUARTER(stage, 3))
#define QUARTER(stage, n) as_uint4(results(stage + n * 16, r WITH_PLANES))
#elif BYTES == 2
#define LINE_OF(stage) (uint16) (HALF(stage, 0), HALF(stage, 1))
#define HALF(stage, n) as_uint8(results(stage + n * 16, r WITH_PLANES))
#elif BYTES == 4
#define LINE_OF(stage) results(stage, r WITH_PLANES)
#endif

/* Makes elements of the output from those in the stage: all of them at the end, else as many as fill lines. Returns how many. */
static int convert_stage(__global uchar *to, const element *stage, int count, bool is_end, rule r LOOKUPS) {
    int i = 0;
#if BYTES < 8 && !WITHIN
#if PLANES
    planes all = planes_of(lookups + r.lookup);
#endif
    int head = min((int) (-(ulong) to % LINE) / BYTES, count), lines = (count - head) / (LINE / BYTES);
    for (; i < head; i++) store_one(to + i * BYTES, RESULT(stage[i]));
    for (int end = head + lines * (LINE / BYTES); i < end; i += LINE / BYTES)
        STORE(LINE_OF(stage + i), (__global uint16 *) (to + i * BYTES));
    if (!is_end) return i;
#endif
    for (; i < count; i++) store_one(to + i * BYTES, RESULT(stage[i]));
    return i;
}

/* Some runs from bit `at` of the data on, which follow each other in the output: some rows of one stretch of the data, and of those behind it. */
static void convert_runs(__global uchar *to, __global const uchar *data, long at, long pitch, int from, int run, int rows, uint stretches,
                         long stride, long dataEnd, rule r LOOKUPS) {
    element stage[BATCH + LINE + 16] __attribute__((aligned(LINE)));
    int have = 0, col = 0, left = run * rows;
    for (long next = at + stride; left > 0;) {
        while (left > 0 && have < BATCH) {
#if LANES == 4 && BITS == 8
            if (col == 0 && run == 3)
                for (; left >= 12 && have + 12 <= BATCH && at / 8 + 16 <= dataEnd; have += 12, left -= 12, at += 4 * PITCH)
                    *(loose_rows16 *) (stage + have) = without_fourth(*(__global const loose_rows16 *) (data + at / 8));
#endif
#if CLANG && BITS >= 8
            /* one word for each short run: what it takes too much, the next one covers */
            if (col == 0 && run > 1 && run * (BITS / 8) <= 16)
                for (; left > 0 && have + run <= BATCH && at / 8 + 16 <= dataEnd; have += run, left -= run, at += PITCH)
                    *(loose_16 *) ((uchar *) stage + have * (BITS / 8)) = *(__global const loose_16 *) (data + at / 8);
            if (left == 0) break;
#endif
            int count = min(BATCH - have, run == 1 ? left : run - col);
            if (run == 1) {
                gather_column(stage + have, data, at, count, pitch, from, dataEnd);
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
        if (left == 0 && --stretches > 0) {
            at = next;
            next += stride;
            left = run * rows;
            continue;
        }
        int made = convert_stage(to, stage, have, left == 0, r WITH_LOOKUPS);
        to += (long) made * BYTES;
        have -= made;
        for (int i = 0; i < have; i++) stage[i] = stage[made + i];
    }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void convert_tiles(__global const uchar *restrict data OUTPUT_PARAMETERS RULE_PARAMETERS GEOMETRY_PARAMETERS) {
    OUTPUT_START
    long first = GROUP_TILE * tileRows;
    int height = min(tileRows, rows - first);
    EACH_INDEX {
#if LEVELS /* indices that follow each other in the outputs are one stream, since their rows may be few (PoCL 3.1, 2 cores, u8
           [32, 224, 224, 3] in rows of 256, to f32: 1.0 ms one by one, 0.56 so) */
        bool follow = levels->inner.runs == rows && levels->inner.fixed == 0 && height == rows;
        uint stretches = follow ? min(behind_last - index, (uint) levels->inners - index % (uint) levels->inners) : 1;
        long stride = levels->inner.stride;
        index += stretches - 1;
#else
        enum { stretches = 1, stride = 0 };
#endif
        for (int i = COLUMN_BEGIN; i < COLUMN_END; i++) {
            piece p = pieces[i];
            rule r = rules[i];
            long run = p.run / BITS, at = dataAt + first * pitch + p.from;
            __global uchar *to = OUTPUT(p.output) + (p.to + (rowsBefore + first) * run * BYTES);
            if (p.width == p.run) convert_runs(to, data, at, pitch, p.from / 8, run, height, stretches, stride, dataEnd, r WITH_LOOKUPS);
            else
                for (uint s = 0; s < stretches; s++, at += stride)
                    for (int row = 0; row < height; row++, to += run * BYTES)
                        convert_runs(to, data, at + row * pitch, pitch, 0, p.width / BITS, 1, 1, 0, dataEnd, r WITH_LOOKUPS);
        }
    }
}

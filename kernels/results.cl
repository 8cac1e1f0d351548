/*
 * results: 16 elements of a part at a time, made of those in a stage. Not a kernel: the host puts this text behind convert.cl and in front of
 * convert_tiles. What that takes of it is here:
 *
 *   RESULT     one element of the part, calculated or looked up
 *   results    16 of them (BYTES < 8)
 *   planes, planes_of  where PLANES is 1: a table so small that instructions look 16 patterns of it up, and how it gets ready for them
 *   LOOKUPS, PLANES_PARAMETER and WITH_LOOKUPS, WITH_PLANES   what functions that look something up take besides, and what they are given
 *
 * Example: u4 to f16 by a table, on a processor that knows pshufb: planes are the 16 low bytes and the 16 high bytes of its patterns, and results
 * looks up either for 16 elements, and puts them together.
 *
 *   -D UNALIGNED                          see convert_tiles.cl
 *   -D RULE, BITS, BYTES, SOURCE, TARGET  see convert.cl
 */

#ifndef UNALIGNED
#define UNALIGNED 0
#endif
/* Preprocessors that do not know __has_builtin refuse what stands behind it, even where that is not asked for. */
#if UNALIGNED
#define KNOWS(builtin) __has_builtin(builtin)
#else
#define KNOWS(builtin) 0
#endif

#define LINE 64

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

#if UNALIGNED && RULE != RULE_TABLE && TARGET == TYPE_F16
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
#if UNALIGNED && RULE == RULE_TABLE && BITS <= 4 && BYTES == 4 && defined(__AVX512F__) && KNOWS(__builtin_ia32_permvarsi512)
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
#elif UNALIGNED && RULE == RULE_TABLE && BITS <= 4 && BYTES < 8 && defined(__SSSE3__) && KNOWS(__builtin_ia32_pshufb128)
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
#if BYTES == 1
    return LOOKED_UP(0);
#elif BYTES == 2
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
#elif UNALIGNED && TARGET == TYPE_F16
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

/*
 * convert: conversion of elements on their way from the data to a part. Not a kernel: the host puts this text in front of convert_local and
 * convert_tiles, which share:
 *
 *   element      memory for one element of the data, 1, 2 or 4 bytes
 *   result       memory for one element of a part
 *   rule         what differs from part to part; kernels write RULE_PARAMETERS behind the outputs: a table of rules, one for each piece, and with
 *                RULE_TABLE one of 2^BITS patterns for each look-up table
 *   converted    the pattern of an element as that of the target: of one, and of 16 at a time, up to 32 bits
 *   converted_long   the same for targets of 64 bits
 *
 *   converted(x) = encoded(ruled(decoded(x))), where ruled(y) = y, fma(y, scale, bias), (y - zero) * scale
 *
 * or a look-up, where the host has done all that with each pattern that there is: types of less than 8 bits and others without arithmetic of their
 * own, and types of 8 bits where a device does not calculate as the standard's full profile has it.
 *
 * Example: u8 200 with RULE_AFFINE, scale 0.003921569, bias -0.5, to f16: 200.0f, 0.28431377f, 0x348D.
 *
 * Every device has the same bits: `fma` and conversions to float are correctly rounded, what is rounded to 16 bits or to integers is so by integers
 * and by additions that are exact but for their rounding, a NaN is made canonical by integers, and there is no division. Functions are written
 * once, for one value and for 16: `select` takes comparisons of both sorts.
 *
 *   -D RULE          RULE_CAST, RULE_AFFINE, RULE_DEQUANTIZED or RULE_TABLE
 *   -D BITS          of an element of the data
 *   -D BYTES         of an element of a part
 *   -D SOURCE, TARGET  the types, TYPE_U8 and so on; not with RULE_TABLE, which knows only widths
 */

#define RULE_CAST 0
#define RULE_AFFINE 1
#define RULE_DEQUANTIZED 2
#define RULE_TABLE 3

#define TYPE_BOOLEAN 0
#define TYPE_U8 1
#define TYPE_I8 2
#define TYPE_U16 3
#define TYPE_I16 4
#define TYPE_U32 5
#define TYPE_I32 6
#define TYPE_F16 7
#define TYPE_BF16 8
#define TYPE_F32 9
#define TYPE_F64 10

#if BITS <= 8
typedef uchar element;
#elif BITS == 16
typedef ushort element;
#else
typedef uint element;
#endif

#if BYTES == 1
typedef uchar result;
typedef uchar16 result16;
#elif BYTES == 2
typedef ushort result;
typedef ushort16 result16;
#elif BYTES == 4
typedef uint result;
typedef uint16 result16;
#else
typedef ulong result;
#endif

typedef struct {
    float scale, bias;
    int zero;   /* the zero point's 32 bits */
    int lookup; /* the first pattern of its table */
} rule;

#if RULE == RULE_TABLE
#define RULE_PARAMETERS , __global const rule *restrict rules, __global const result *restrict lookups
#else
#define RULE_PARAMETERS , __global const rule *restrict rules

/* The integer that a pattern stands for, as 32 bits with a sign; of types of 32 bits, as 64. */
#if SOURCE == TYPE_I8
#define INTEGER(n, x) (as_int##n((x) << 24) >> 24)
#elif SOURCE == TYPE_I16
#define INTEGER(n, x) (as_int##n((x) << 16) >> 16)
#elif SOURCE == TYPE_U32
#define INTEGER(n, x) convert_long##n(x)
#define ZERO(r) ((long) (uint) (r).zero)
#elif SOURCE == TYPE_I32
#define INTEGER(n, x) convert_long##n(as_int##n(x))
#define ZERO(r) ((long) (r).zero)
#else
#define INTEGER(n, x) as_int##n(x)
#endif
#ifndef ZERO
#define ZERO(r) ((r).zero)
#endif

#if SOURCE == TYPE_BOOLEAN
#define DECODED(n, x) select((float##n) (1.0f), (float##n) (0.0f), (x) == 0)
#elif SOURCE == TYPE_U32
#define DECODED(n, x) convert_float##n(x)
#elif SOURCE == TYPE_I32
#define DECODED(n, x) convert_float##n(as_int##n(x))
#elif SOURCE == TYPE_F32
#define DECODED(n, x) as_float##n(x)
#elif SOURCE == TYPE_BF16
#define DECODED(n, x) as_float##n((x) << 16)
#elif SOURCE == TYPE_F16
#define DECODED(n, x) half_to_float##n(x)
#else
#define DECODED(n, x) convert_float##n(INTEGER(n, x))
#endif

#if RULE == RULE_CAST
#define RULED(n, x, r) DECODED(n, x)
#elif RULE == RULE_AFFINE
#define RULED(n, x, r) fma(DECODED(n, x), (float##n) ((r).scale), (float##n) ((r).bias))
#else
#define RULED(n, x, r) (convert_float##n(INTEGER(n, x) - ZERO(r)) * (float##n) ((r).scale))
#endif

/* `value`, or `nan` where these bits of a float are a NaN. Rules with finite values never make a NaN of an integer. */
#if SOURCE == TYPE_F16 || SOURCE == TYPE_BF16 || SOURCE == TYPE_F32
#define IS_NUMBER 0
#define UNLESS_NAN(value, nan, bits) select(value, nan, ((bits) & 0x7FFFFFFFu) > 0x7F800000u)
#else
#define IS_NUMBER 1
#define UNLESS_NAN(value, nan, bits) (value)
#endif

#if TARGET == TYPE_F32
#define ENCODED(n, y) canonical##n(as_uint##n(y))
#elif TARGET == TYPE_F16
#define ENCODED(n, y) float_to_half##n(as_uint##n(y))
#elif TARGET == TYPE_BF16
#define ENCODED(n, y) float_to_bf##n(as_uint##n(y))
#elif TARGET == TYPE_U8
#define ENCODED(n, y) to_integer##n(y, 0.0f, 255.0f)
#elif TARGET == TYPE_I8
#define ENCODED(n, y) (to_integer##n(y, -128.0f, 127.0f) & 0xFFu)
#elif TARGET == TYPE_U16
#define ENCODED(n, y) to_integer##n(y, 0.0f, 65535.0f)
#else
#define ENCODED(n, y) (to_integer##n(y, -32768.0f, 32767.0f) & 0xFFFFu)
#endif

#define CONVERSION(n)                                                                                                     \
    /* An exponent of 5 bits becomes one of 8; a subnormal number gets a leading 1, which is then subtracted. */          \
    static inline float##n half_to_float##n(uint##n x) {                                                                  \
        uint##n bits = (x & 0x7FFFu) << 13, exponent = bits & 0x0F800000u;                                                \
        uint##n finite = bits + (112u << 23);                                                                             \
        uint##n small = as_uint##n(as_float##n(finite + (1u << 23)) - (float##n) (0x1p-14f));                             \
        uint##n value = select(finite, finite + (112u << 23), exponent == 0x0F800000u);                                   \
        return as_float##n(select(value, small, exponent == 0) | (x & 0x8000u) << 16);                                    \
    }                                                                                                                     \
    static inline uint##n canonical##n(uint##n b) { return UNLESS_NAN(b, (uint##n) (0x7FC00000u), b); }                    \
    static inline uint##n float_to_bf##n(uint##n b) {                                                                     \
        return UNLESS_NAN(b + 0x7FFFu + (b >> 16 & 1u), (uint##n) (0x7FC00000u), b) >> 16;                                \
    }                                                                                                                     \
    /* Normal numbers by a carry out of the bits that are dropped; adding 0.5 rounds to multiples of the smallest one. */ \
    static inline uint##n float_to_half##n(uint##n b) {                                                                   \
        uint##n a = b & 0x7FFFFFFFu;                                                                                      \
        uint##n normal = (a - (112u << 23) + 0xFFFu + (a >> 13 & 1u)) >> 13;                                              \
        uint##n small = as_uint##n(as_float##n(a) + (float##n) (0.5f)) - 0x3F000000u;                                     \
        uint##n half_bits = select(normal, small, a < (113u << 23));                                                      \
        half_bits = select(half_bits, (uint##n) (0x7C00u), a >= (143u << 23)) | (b >> 16 & 0x8000u);                      \
        return UNLESS_NAN(half_bits, (uint##n) (0x7E00u), a);                                                             \
    }                                                                                                                     \
    /* 1.5 * 2^23 leaves no place for fractions: the sum is rounded to nearest even, and the integer is in its last bits. Values not above the \
       least become the least, and so do NaNs where it is 0. */                                                                                 \
    static inline uint##n to_integer##n(float##n y, float least, float most) {                                                                  \
        float##n known = least < 0 ? UNLESS_NAN(y, (float##n) (0.0f), as_uint##n(y)) : y;                                                       \
        known = select((float##n) (least), known, known > (float##n) (least));                                                                  \
        known = select((float##n) (most), known, known < (float##n) (most));                                                                    \
        return as_uint##n(known + (float##n) (12582912.0f)) - 0x4B400000u;                                                                      \
    }
CONVERSION()
CONVERSION(16)

#if TARGET != TYPE_F64
static inline uint converted(uint x, rule r) { return ENCODED(, RULED(, x, r)); }
static inline uint16 converted16(uint16 x, rule r) { return ENCODED(16, RULED(16, x, r)); }
#else
/* A number of 1 or more, times a power of two: what is left of its highest 1 is the exponent. */
static inline ulong double_bits(uint number, int power) {
    int zeros = clz(number);
    return number == 0 ? 0 : (ulong) (1023 + power + 31 - zeros) << 52 | ((ulong) number << (zeros + 21) & 0xFFFFFFFFFFFFFUL);
}

static inline ulong converted_long(uint x, rule r) {
#if SOURCE == TYPE_U32
    return double_bits(x, 0);
#elif SOURCE == TYPE_I32
    return double_bits(abs(as_int(x)), 0) | (ulong) (x & 0x80000000u) << 32;
#else
    uint b = as_uint(DECODED(, x)), exponent = b >> 23 & 0xFFu, mantissa = b & 0x7FFFFFu;
    ulong sign = (ulong) (b & 0x80000000u) << 32;
    if (exponent == 0) return double_bits(mantissa, -149) | sign;
    if (exponent == 0xFFu) return mantissa != 0 ? 0x7FF8000000000000UL : 0x7FF0000000000000UL | sign;
    return (ulong) (exponent + 896) << 52 | (ulong) mantissa << 29 | sign;
#endif
}
#endif
#endif

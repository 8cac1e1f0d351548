/*
 * gather: elements of the data into a small stage, where they stand next to each other. Not a kernel: the host puts this text behind convert.cl and in
 * front of convert_tiles. What that takes of it is here:
 *
 *   element_at      one element, from any bit
 *   gather_run      elements next to each other
 *   gather_column   elements that are a row apart
 *   without_fourth  where a row is four elements of a byte (LANES == 4 && BITS == 8): the first three of each of four rows, in one step
 *   loose_word, loose_rows16  with UNALIGNED: words of 16 bytes, or of 16 elements, that may lie anywhere
 *   PITCH, LANES    bits of a row, a constant where that is compiled for; elements of it, or 0
 *
 * Example: u8 pixels of three bytes, from = 1: gather_column takes bytes 1, 4, 7 and so on; with UNALIGNED and STEP, those of 16 pixels by shuffles
 * of three words.
 *
 * Requires: nothing from dataEnd on is read; a stage has place for 15 bytes more than what is gathered.
 *
 *   -D STEP, MSB_FIRST, UNALIGNED  see convert_tiles.cl
 *   -D BITS                        see convert.cl
 */

#ifndef MSB_FIRST
#define MSB_FIRST 0
#endif
#ifndef UNALIGNED
#define UNALIGNED 0
#endif

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

#if defined(STEP) && UNALIGNED && BITS >= 8
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

/* Answers how many it gathered. */
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

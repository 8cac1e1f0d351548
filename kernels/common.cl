/*
 * common: the text in front of every kernel that splits.
 *
 *   piece                what the table of pieces holds
 *   OUTPUT_PARAMETERS    where parts go: kernels write it behind their first parameter, begin with OUTPUT_START, and take OUTPUT(n)
 *   GEOMETRY_PARAMETERS  every kernel's next ones: a table of pieces, one with the first piece of each column and the number of all at its end, and
 *                        numbers: the columns, the bytes or bits where the data begins, the first byte behind it, the length of a row, the rows, and
 *                        those of a tile
 *   GROUP_TILE, COLUMN_BEGIN, COLUMN_END   work-group tile * columns + column takes one tile of one column: its pieces from the first to the last
 *   EACH_INDEX { }       loops over the work-group's indices of the outer levels. In the body, dataAt and OUTPUT(n) belong to the current index; add
 *                        rowsBefore * run to a piece's offset
 *   ONE_INDEX            the same without a loop, for kernels with barriers, whose work-groups take one
 *   STORE(value, to)     a store, past the caches with STREAMING
 *   ORDERED(type)        the function `ordered`, for words of that type
 *
 * Outputs: one packed buffer holds every part unless the host says otherwise. With -D OUTPUTS there are so many buffers, and the table says which one
 * a piece goes to. A plan with more parts takes several launches, each with its own tables; arguments left over repeat the last buffer. Where a kernel
 * runs in the host's own memory, one argument is enough: the list of the parts' addresses.
 *
 * Example: 9 parts and -D OUTPUTS=8: the first launch gets p0 to p7, the second p8 eight times.
 *
 *   -D CLANG=1       the compiler is clang for a processor, as the host has found: it honours types declared with a lower alignment (not through
 *                    SPIR-V), loads 16 bytes from any address in one instruction, and knows __builtin_nontemporal_store, __builtin_shufflevector,
 *                    __builtin_convertvector and __builtin_prefetch
 *   -D STREAMING=1   stores bypass the caches; only with CLANG
 *   -D OUTPUTS=8,16,32,64  buffers per launch; not above 16 on AMD GPUs: from 32 on the comparisons keep so many addresses that scalar registers spill
 *                    (clang for gfx90a: 32 spill 44, 16 none)
 *   -D LISTED=1      for CPU devices: one load from a list instead of a comparison with each number. A GPU would keep the list in memory
 *   -D ADDRESSES=1   instead of all that: `addresses` holds the address of each output
 *   -D MSB_FIRST=1   bits count from the most significant of each byte (u1)
 *   -D LEVELS=1      there are outer levels, in one more table: work-group (turn * tiles + tile) * columns + column takes `each` indices. Without it, no
 *                    kernel has a trace of them
 *
 * Example: 32 images u8 [224, 224, 3] from rows of 8192 bytes, stacked: levels of 32 and 224 indices, 224 rows of 3 bytes. Index 225 is row 1 of
 * image 1: dataAt has moved by 224 * 8192 + 8192, OUTPUT(n) by 224 * 224 * 3, and rowsBefore is 224.
 */

#ifndef CLANG
#define CLANG 0
#endif
#ifndef MSB_FIRST
#define MSB_FIRST 0
#endif

#define LINE 64

/* PoCL 3.1 gives another function than the kernel zeros instead of local memory unless it is inlined. */
#define INLINE inline __attribute__((always_inline))

typedef struct {
    long from;  /* byte of the row where the piece begins, or bit */
    long to;    /* byte of the output where row 0 of the piece goes */
    long run;   /* bytes from one row to the next in the output, or bits */
    int width;  /* bytes of the piece in one row, or bits */
    int output; /* which output, 0 when they are packed */
} piece;

#define GEOMETRY_PARAMETERS                                                                                                                  \
    , __global const piece *restrict pieces, __global const int *restrict starts LEVEL_PARAMETER, long columns, long dataAt, long dataEnd, long pitch, \
        long rows, long tileRows
#define GROUP_TURN ((uint) get_group_id(0) / (uint) columns)
#if LEVELS
typedef struct {
    long stride; /* bytes of the data from one index to the next, or bits */
    long runs;   /* runs of a piece from one index to the next in its output */
    long fixed;  /* bytes of the output besides */
} level;

typedef struct {
    long tiles, each, indices; /* tiles of an index, indices of a work-group, indices of both levels */
    long inners;               /* indices of the inner level */
    level outer, inner;
} nest;

#define LEVEL_PARAMETER , __global const nest *restrict levels
#define GROUP_TILE (GROUP_TURN % (uint) levels->tiles)
#define BEFORE(what) (index / (uint) levels->inners * levels->outer.what + index % (uint) levels->inners * levels->inner.what)
#define FIRST_INDEX uint index = GROUP_TURN / (uint) levels->tiles * (uint) levels->each;
#define ONE_INDEX                                                  \
    FIRST_INDEX                                                    \
    long rowsBefore = BEFORE(runs), fixedBefore = BEFORE(fixed);   \
    dataAt += BEFORE(stride);
#define EACH_INDEX                                                                                             \
    FIRST_INDEX                                                                                                \
    long origin = dataAt;                                                                                      \
    for (uint behind_last = min(index + (uint) levels->each, (uint) levels->indices); index < behind_last; index++) \
        for (long rowsBefore = BEFORE(runs), fixedBefore = BEFORE(fixed), once = (dataAt = origin + BEFORE(stride), 1); once; once = 0)
#define OUTPUT(n) (OUTPUT_BASE(n) + fixedBefore)
#else
#define LEVEL_PARAMETER
#define GROUP_TILE GROUP_TURN
#define ONE_INDEX enum { rowsBefore = 0 };
#define EACH_INDEX ONE_INDEX
#define OUTPUT(n) OUTPUT_BASE(n)
#endif
#define COLUMN_BEGIN starts[(uint) get_group_id(0) % (uint) columns]
#define COLUMN_END starts[(uint) get_group_id(0) % (uint) columns + 1]

#if OUTPUTS
#define EIGHT(EACH, a) EACH(a, 0) EACH(a, 1) EACH(a, 2) EACH(a, 3) EACH(a, 4) EACH(a, 5) EACH(a, 6) EACH(a, 7)
#if OUTPUTS == 8
#define ALL(EACH) EIGHT(EACH, 0)
#elif OUTPUTS == 16
#define ALL(EACH) EIGHT(EACH, 0) EIGHT(EACH, 1)
#elif OUTPUTS == 32
#define ALL(EACH) EIGHT(EACH, 0) EIGHT(EACH, 1) EIGHT(EACH, 2) EIGHT(EACH, 3)
#else
#define ALL(EACH) EIGHT(EACH, 0) EIGHT(EACH, 1) EIGHT(EACH, 2) EIGHT(EACH, 3) EIGHT(EACH, 4) EIGHT(EACH, 5) EIGHT(EACH, 6) EIGHT(EACH, 7)
#endif
/* Outputs are numbered in octal digits: part00 to part77. */
#define PARAMETER(a, b) , __global uchar *part##a##b
#define LISTED_PART(a, b) part##a##b,
#define PICK(a, b) 0##a##b == number ? part##a##b :
#define OUTPUT_PARAMETERS ALL(PARAMETER)
#if LISTED
#define OUTPUT_START __global uchar *listed[] = {ALL(LISTED_PART)};
#define OUTPUT_BASE(n) listed[n]
#else
#define OUTPUT_START int number;
#define OUTPUT_BASE(n) (number = (n), ALL(PICK) part00)
#endif
#elif ADDRESSES
#define OUTPUT_PARAMETERS , __global const ulong *restrict addresses
#define OUTPUT_START
#define OUTPUT_BASE(n) ((__global uchar *) addresses[n])
#else
#define OUTPUT_PARAMETERS , __global uchar *restrict packed
#define OUTPUT_START
#define OUTPUT_BASE(n) packed
#endif

#if STREAMING
#define STORE(value, to) __builtin_nontemporal_store(value, to)
#else
#define STORE(value, to) (*(to) = (value))
#endif

#if CLANG
typedef uchar bytes_16 __attribute__((ext_vector_type(16)));
typedef uchar bytes_32 __attribute__((ext_vector_type(32)));
typedef uchar bytes_64 __attribute__((ext_vector_type(64)));
/* Words of so many bytes that may lie anywhere. */
typedef ushort loose_2 __attribute__((aligned(1)));
typedef uint loose_4 __attribute__((aligned(1)));
typedef ulong loose_8 __attribute__((aligned(1)));
typedef bytes_16 loose_16 __attribute__((aligned(1)));
typedef bytes_32 loose_32 __attribute__((aligned(1)));
typedef bytes_64 loose_64 __attribute__((aligned(1)));
#endif

/* Turns a word of memory into one whose bit 0 is the first, and back. */
#if MSB_FIRST
#define SWAPPED(word, n, mask) ((word & mask) << n | (word >> n & mask))
#define ORDERED(type)                                                \
    static INLINE type ordered(type word) {                          \
        word = SWAPPED(word, 1, (type) 0x5555555555555555UL);        \
        word = SWAPPED(word, 2, (type) 0x3333333333333333UL);        \
        return SWAPPED(word, 4, (type) 0x0F0F0F0F0F0F0F0FUL);        \
    }
#else
#define ORDERED(type) static INLINE type ordered(type word) { return word; }
#endif

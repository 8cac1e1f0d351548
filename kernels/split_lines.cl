/*
 * split_lines: short runs drawn together to whole lines, in registers, for CPU devices, with the geometry as compile-time constants.
 *
 *   output[to + row * run + b] = data[dataAt + row * PITCH + from + b]      for every part, 0 <= row < rows, 0 <= b < run
 *
 * A line of an output is four pieces of 16 bytes. Word k of a line holds what was loaded k-th for each of them, so that a piece is drawn from its own
 * quarter of the words: what processors shuffle fastest. There are two ways to load:
 *
 *   FRAGMENTS  one load for each run that the piece has bytes of, from where these lie in their place already: what is left are blends
 *   SPAN       the data from where the piece begins, 16 bytes a load, where runs are so short that fewer loads do; then bytes are shuffled
 *
 * Gathered in a stage or shuffled in windows, runs came to 0.23 to 0.65 of a copy (PoCL 3.1, 2 cores, Sapphire Rapids, 32 MiB, streaming:
 * three runs of 1 0.46, 3 and 1 0.59, 3 and 7 0.52, 1 and 30 0.23, 33, 7 and 60 0.61, 1000 of 12 0.43); drawn together they come to 0.80 to 1.00.
 *
 * Every load, index and blend is a constant. The host lists the lines and their ways, which repeat after at most 64 rows.
 *
 * Example: u8 [1000000, 100] into 12 and 88: PITCH 100, PERIOD 16, PARTS=PART(0,0,12,2,0,0,F2(0)F2(1)F2(2))PART(1,12,88,...). Bytes 0 to 15 of part 0
 * are the run of row 0 and 4 bytes of row 1: loads at 0 and at 100 - 12, blended at byte 12.
 *
 * Where there are many equal parts, PARTS is one of them, and work-groups take columns of so many, part by part.
 *
 * Launch: global = columns * ceil(rows / ROWS), local = 1.
 *
 * Requires: ROWS a multiple of PERIOD; CLANG; nothing from
 * dataEnd on is read.
 *
 *   -D PITCH      bytes of a row
 *   -D ROWS       rows of a tile
 *   -D PARTS      PART(number,offset,run,words,at,skip,lines) for each part, the offset counted from the first part's. Loads begin at byte `at` of
 *                 a row, and with SPAN the run `skip` bytes behind that. lines: F2(0)F2(1)F2(2), the letter for the way, then a power of two that
 *                 is not below the words
 *   -D PERIOD     the rows after which lines repeat
 *   -D REPEATS=1    it is one that stands for all
 *   -D WIDTH      bytes from where the first part begins to where the last one ends
 *   -D SLACK      bytes that a load may reach beyond the run that it is for
 *   -D STREAMING  see lines.cl; no stage is needed
 */

#define PIECE 16

/* The constants of a line are written out for each of its bytes: short, since compilers read 20 KB of it for each line. */

/* Where word k of piece i is loaded from, counted from where the first part begins in the first row of the period. */
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define FIRST_ROW(i) ((i) * PIECE / run)
#define LAST_ROW(i) (((i) * PIECE + PIECE - 1) / run)
#define FRAGMENTS_AT(i, k) LEAST(FIRST_ROW(i) + k, LAST_ROW(i)) * gap
#define SPAN_AT(i, k) FIRST_ROW(i) * gap + LEAST(k, words - 1) * PIECE

/* The word that byte j of the line is in, and the byte of that word. */
#define ROWS_ON(j) ((nth + j) / run - (nth + j / 16 * 16) / run)
#define FRAGMENTS_WORD(j) ROWS_ON(j)
#define FRAGMENTS_BYTE(j) j
#define BYTES_ON(j) (skip + ROWS_ON(j) * gap + j % 16)
#define SPAN_WORD(j) BYTES_ON(j) / 16
#define SPAN_BYTE(j) j / 16 * 16 + BYTES_ON(j) % 16

#define INDICES(EACH) \
    EACH(0), EACH(1), EACH(2), EACH(3), EACH(4), EACH(5), EACH(6), EACH(7), EACH(8), EACH(9), EACH(10), EACH(11), EACH(12), \
    EACH(13), EACH(14), EACH(15), EACH(16), EACH(17), EACH(18), EACH(19), EACH(20), EACH(21), EACH(22), EACH(23), EACH(24), EACH(25), \
    EACH(26), EACH(27), EACH(28), EACH(29), EACH(30), EACH(31), EACH(32), EACH(33), EACH(34), EACH(35), EACH(36), EACH(37), EACH(38), \
    EACH(39), EACH(40), EACH(41), EACH(42), EACH(43), EACH(44), EACH(45), EACH(46), EACH(47), EACH(48), EACH(49), EACH(50), EACH(51), \
    EACH(52), EACH(53), EACH(54), EACH(55), EACH(56), EACH(57), EACH(58), EACH(59), EACH(60), EACH(61), EACH(62), EACH(63)
#define OF_2_FRAGMENTS(j) FRAGMENTS_WORD(j) % 2 * 64 + FRAGMENTS_BYTE(j)
#define OF_4_FRAGMENTS(j) FRAGMENTS_WORD(j) / 2 % 2 * 64 + j
#define OF_8_FRAGMENTS(j) FRAGMENTS_WORD(j) / 4 % 2 * 64 + j
#define OF_16_FRAGMENTS(j) FRAGMENTS_WORD(j) / 8 * 64 + j
#define OF_2_SPAN(j) SPAN_WORD(j) % 2 * 64 + SPAN_BYTE(j)
#define OF_4_SPAN(j) SPAN_WORD(j) / 2 % 2 * 64 + j
#define OF_8_SPAN(j) SPAN_WORD(j) / 4 % 2 * 64 + j
#define OF_16_SPAN(j) SPAN_WORD(j) / 8 * 64 + j

#define LOADED(WAY, q, k) *(__global const loose_ulong2 *) (from + (at + (nth + q * PIECE) + WAY##_AT(nth / PIECE + q, (k))))
#define WORD(WAY, k) __builtin_astype((ulong8) (LOADED(WAY, 0, k), LOADED(WAY, 1, k), LOADED(WAY, 2, k), LOADED(WAY, 3, k)), bytes_64)
#define DRAWN_1(WAY, k) DRAWN_2(WAY, k)
#define DRAWN_2(WAY, k) __builtin_shufflevector(WORD(WAY, k), WORD(WAY, k + 1), INDICES(OF_2_##WAY))
#define DRAWN_4(WAY, k) __builtin_shufflevector(DRAWN_2(WAY, k), DRAWN_2(WAY, k + 2), INDICES(OF_4_##WAY))
#define DRAWN_8(WAY, k) __builtin_shufflevector(DRAWN_4(WAY, k), DRAWN_4(WAY, k + 4), INDICES(OF_8_##WAY))
#define DRAWN_16(WAY, k) __builtin_shufflevector(DRAWN_8(WAY, k), DRAWN_8(WAY, k + 8), INDICES(OF_16_##WAY))

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void split_lines(__global const uchar *restrict data OUTPUT_PARAMETERS GEOMETRY_PARAMETERS) {
    OUTPUT_START
    long row = GROUP_TILE * (long) ROWS;
    int height = min((long) ROWS, rows - row);

#define DRAW(depth, WAY, n)                                                   \
    {                                                                         \
        enum { nth = n * LINE };                                              \
        store_line(to + nth, __builtin_astype(DRAWN_##depth(WAY, 0), line));  \
    }
#define F1(n) DRAW(1, FRAGMENTS, n)
#define F2(n) DRAW(2, FRAGMENTS, n)
#define F4(n) DRAW(4, FRAGMENTS, n)
#define F8(n) DRAW(8, FRAGMENTS, n)
#define F16(n) DRAW(16, FRAGMENTS, n)
#define S1(n) DRAW(1, SPAN, n)
#define S2(n) DRAW(2, SPAN, n)
#define S4(n) DRAW(4, SPAN, n)
#define S8(n) DRAW(8, SPAN, n)
#define S16(n) DRAW(16, SPAN, n)
#if REPEATS
    int first = COLUMN_BEGIN, behind = COLUMN_END;
    EACH_INDEX for (int first_of = first; first_of < behind; first_of++) {
#define NUMBER(n) first_of
#else
    EACH_INDEX {
#define NUMBER(n) n
#endif
        long start = dataAt + row * PITCH + pieces[NUMBER(0)].from;
        long safe = (dataEnd - SLACK - WIDTH - start + PITCH) / PITCH; /* rows behind whose loads the data goes on */
        int blocks = clamp(safe, 0L, (long) height) / PERIOD;
        __global const uchar *from = data + start;
#define PART(n, offset, length, loads, begins, before, lines) \
        __global uchar *to_##n = OUTPUT(pieces[NUMBER(n)].output) + (pieces[NUMBER(n)].to + (rowsBefore + row) * length);
        PARTS
#undef PART
        for (int b = 0; b < blocks; b++, from += PERIOD * PITCH) {
#define PART(n, offset, length, loads, begins, before, lines)                                                \
            {                                                                                                \
                enum { run = length, gap = PITCH - run, words = loads, at = begins, skip = before };         \
                __global uchar *to = to_##n;                                                                 \
                lines                                                                                        \
                to_##n = to + PERIOD * length;                                                               \
            }
            PARTS
#undef PART
        }
        for (int r = blocks * PERIOD; r < height; r++, from += PITCH) {
#define PART(n, offset, length, loads, begins, before, lines) \
            move_out(to_##n, from + offset, length);          \
            to_##n += length;
            PARTS
#undef PART
        }
    }
}

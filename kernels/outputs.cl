/*
 * outputs: where the parts go when they are the caller's separate buffers. Not a kernel: the host puts this text in front of a fused kernel's.
 *
 * A fused kernel declares OUTPUT_PARAMETERS among its parameters, begins with OUTPUT_START, and takes OUTPUT(n) for the memory of output n.
 * Without this text all of it means one packed buffer that holds every part. With it there are OUTPUTS buffers, and the table says which one a
 * piece goes to. A plan with more parts than OUTPUTS takes ceil(parts / OUTPUTS) launches, each with its own stretch of the table; arguments left
 * over repeat the last buffer.
 *
 * Where a kernel runs in the host's own memory, one argument is enough: the list of the parts' addresses.
 *
 * Example: 5 parts and -D OUTPUTS=4: the first launch gets (p0, p1, p2, p3), the second (p4, p4, p4, p4).
 *
 *   -D OUTPUTS=4,8,16,32,64  buffers per launch; the host takes the smallest that holds the plan's parts, or 64: 64 * 8 bytes stay well below the
 *                            1024 that every device grants to a kernel's arguments. Not above 16 on AMD GPUs: from 32 on the comparisons keep so many
 *                            addresses that scalar registers spill (clang for gfx90a: 32 spill 44, 16 none)
 *   -D LISTED=1              for CPU devices: one load from a list instead of a comparison with each number. A GPU would keep the list in memory
 *   -D ADDRESSES=1           instead of all that: `addresses` holds the address of each output; for devices in the host's memory (PoCL on a processor)
 */

#ifndef ADDRESSES
#define ADDRESSES 0
#endif
#ifndef OUTPUTS
#define OUTPUTS 8
#endif
#ifndef LISTED
#define LISTED 0
#endif

#define TAKE(a, b, c, d) __global uchar *part##a, __global uchar *part##b, __global uchar *part##c, __global uchar *part##d
#define LIST(a, b, c, d) part##a, part##b, part##c, part##d

#define ALL_4(EACH) EACH(0, 1, 2, 3)
#define ALL_8(EACH) ALL_4(EACH), EACH(4, 5, 6, 7)
#define ALL_16(EACH) ALL_8(EACH), EACH(8, 9, 10, 11), EACH(12, 13, 14, 15)
#define ALL_32(EACH) ALL_16(EACH), EACH(16, 17, 18, 19), EACH(20, 21, 22, 23), EACH(24, 25, 26, 27), EACH(28, 29, 30, 31)
#define ALL_64(EACH) ALL_32(EACH), EACH(32, 33, 34, 35), EACH(36, 37, 38, 39), EACH(40, 41, 42, 43), EACH(44, 45, 46, 47), \
                     EACH(48, 49, 50, 51), EACH(52, 53, 54, 55), EACH(56, 57, 58, 59), EACH(60, 61, 62, 63)

#define PICK(n, a, b, c, d) (n) == a ? part##a : (n) == b ? part##b : (n) == c ? part##c : (n) == d ? part##d :
#define PICK_4(n) PICK(n, 0, 1, 2, 3)
#define PICK_8(n) PICK_4(n) PICK(n, 4, 5, 6, 7)
#define PICK_16(n) PICK_8(n) PICK(n, 8, 9, 10, 11) PICK(n, 12, 13, 14, 15)
#define PICK_32(n) PICK_16(n) PICK(n, 16, 17, 18, 19) PICK(n, 20, 21, 22, 23) PICK(n, 24, 25, 26, 27) PICK(n, 28, 29, 30, 31)
#define PICK_64(n) PICK_32(n) PICK(n, 32, 33, 34, 35) PICK(n, 36, 37, 38, 39) PICK(n, 40, 41, 42, 43) PICK(n, 44, 45, 46, 47) \
                   PICK(n, 48, 49, 50, 51) PICK(n, 52, 53, 54, 55) PICK(n, 56, 57, 58, 59) PICK(n, 60, 61, 62, 63)

#define JOIN(a, b) a##b
#define SIZED(name, size) JOIN(name, size)

#if ADDRESSES
#define OUTPUT_PARAMETERS __global const ulong *restrict addresses
#define OUTPUT_START
#define OUTPUT(n) ((__global uchar *) addresses[n])
#elif LISTED
#define OUTPUT_PARAMETERS SIZED(ALL_, OUTPUTS)(TAKE)
#define OUTPUT_START __global uchar *listed[OUTPUTS] = {SIZED(ALL_, OUTPUTS)(LIST)};
#define OUTPUT(n) listed[n]
#else
#define OUTPUT_PARAMETERS SIZED(ALL_, OUTPUTS)(TAKE)
#define OUTPUT_START
#define OUTPUT(n) (SIZED(PICK_, OUTPUTS)(n) part0)
#endif

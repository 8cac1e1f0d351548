/*
 * probe: tells a clang for a processor by what it does. It builds nowhere else, and the bytes show whether it did as it was told.
 *
 *   to[i] = from[63 - i]      0 <= i < 64, by a shuffle and a store that bypasses the caches
 *   to[i] = from[i - 66]      67 <= i < 128, by words of 32 bytes at odd addresses
 *   places = the addresses of from and to as the device sees them
 *
 * Example: to[0] is from[63], to[64] to to[66] stay as they are, to[67] is from[1].
 *
 * Launch: global = local = (1, 1).
 *
 * Requires: from and to are 128 bytes each, at multiples of 64.
 */

typedef uchar bytes_64 __attribute__((ext_vector_type(64)));
typedef ulong4 loose_32 __attribute__((aligned(1)));

#define DOWN(j) j, j - 1, j - 2, j - 3, j - 4, j - 5, j - 6, j - 7

__kernel void probe(__global const uchar *from, __global uchar *to, __global ulong *places) {
    bytes_64 word = *(__global const bytes_64 *) from;
    word = __builtin_shufflevector(word, word, DOWN(63), DOWN(55), DOWN(47), DOWN(39), DOWN(31), DOWN(23), DOWN(15), DOWN(7));
    __builtin_nontemporal_store(word, (__global bytes_64 *) to);
    __builtin_prefetch((const void *) (ulong) (from + 64));
    *(__global loose_32 *) (to + 67) = *(__global const loose_32 *) (from + 1);
    *(__global loose_32 *) (to + 96) = *(__global const loose_32 *) (from + 30);
    places[0] = (ulong) from;
    places[1] = (ulong) to;
}

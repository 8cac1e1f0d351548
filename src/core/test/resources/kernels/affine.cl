/*
 * affine: to[i] = (from ? from[i] : i) * factor + offset, with one argument of every kind that a kernel may take.
 */
__kernel void affine(__global const long *from, __global long *to, int factor, long offset) {
    size_t i = get_global_id(0);
    to[i] = (from ? from[i] : (long) i) * factor + offset;
}

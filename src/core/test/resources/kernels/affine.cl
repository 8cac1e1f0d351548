/*
 * affine: to[i] = from[i] * factor + offset, with one argument of every kind that a kernel may take.
 */
__kernel void affine(__global const long *from, __global long *to, long factor, long offset) {
    size_t i = get_global_id(0);
    to[i] = from[i] * factor + offset;
}

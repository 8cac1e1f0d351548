/// Routes of a plan on a device: the kernels or copies that carry it out, decided before the device
/// is touched. Pure: equal questions have equal answers.
///
/// ```
/// SplitPlan, Placement, DeviceInfo   what is split, where the memory is, what the device can do
/// StridedCopy, Piece                 the loops of the plan, in groups of pieces for each launch
/// Router                             the routes that fit, the one that is expected to be the fastest first
/// TileKernel, BitKernel, CompiledKernel, GpuKernels, ConversionKernels   the launch of a group
/// Columns, LocalTile, KernelCall                                         what these calculate with
/// Routing, Launch, KernelVariant, Grid                                   the result
/// ```
///
/// Read [Router] first, then `StridedCopy` and `TileKernel`. Quirks of drivers are in [DeviceInfo]
/// and nowhere else.
///
/// Kernels and the routes that take them:
///
/// ```
/// split_tiles    fused, per-part      processors: any geometry with one program; streamed, where runs are long
/// split_bits     bits, fused          parts that begin or end within a byte
/// split_words    fused, per-part      GPUs: everything a multiple of 16 bytes
/// split_local    fused, per-part      GPUs: the rest, through local memory
/// split_lines    compiled, streamed   short runs: whole lines drawn together in registers
/// split_columns  compiled, streamed   equal runs of 1, 2, 4 or 8 bytes: a transposed matrix
/// split_runs     compiled, streamed   runs that would be too many lines: two moves for each
/// convert_tiles  fused, per-part      plans that convert, on processors
/// convert_local  fused, per-part      plans that convert, on GPUs
/// ```
///
/// Every kernel takes columns of pieces: a work-group moves some rows of one column, of one index
/// of the outer levels or, where each has few rows, of several. Levels take one launch, too. Lines,
/// columns and runs are compiled for one geometry, where the compiler is clang for a processor.
/// `compiled` stores as usual, `streamed` past the caches: which one is faster differs from machine
/// to machine, so that it is measured, see [Router#candidates].
@NullMarked
package io.cleave.opencl.route;

import org.jspecify.annotations.NullMarked;

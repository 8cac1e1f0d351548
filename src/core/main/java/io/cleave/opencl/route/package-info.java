/// Decides how a device carries a plan out, before the device is touched. Pure: equal questions
/// have equal answers, so that all of it is tested as a table.
///
/// ```
/// SplitPlan     what is split          Router -> Routing   the route, and why
/// Placement     where the memory is               Launch   each command: kernel or copy,
/// DeviceInfo   what the device can do                     arguments, grid, and why
/// RouteName     what was asked for
/// ```
///
/// ```
/// job        what is asked, in the numbers that routes calculate with
/// launch     what comes out: commands, and what they are called with
/// tile       how rows are cut into what a work-group takes
/// compiled   what is compiled for one geometry
/// convert    plans that convert
///
/// job <- launch <- tile <- compiled, convert <- the routes, here
/// ```
///
/// Read [Router] first, which chooses; then `Job`, the index math of plan and placement; one of the
/// `RoutePlanner`s, such as `TileRoute`; and `Launch`, what comes out. What drivers do differently
/// is in `DeviceInfo`, and nowhere else.
///
/// Why there are so many kernels:
///
/// ```
/// copy_rows      per-part    any device, one launch per part: the plainest, and what others are checked by
/// split_bits     bits        parts that begin or end within a byte
/// split_words    fused       GPUs: everything a multiple of 16 bytes
/// split_local    fused       GPUs: the rest, through local memory
/// split_tiles    fused       processors: nothing is compiled for a geometry; also what streams long runs
/// split_lines    compiled, streamed   short runs: whole lines drawn together in registers
/// split_columns  compiled, streamed   equal runs of 1, 2, 4 or 8 bytes: a transposed matrix
/// split_runs     compiled, streamed   what would be too many lines: two moves for each run, gathered in a stage
/// convert_tiles  fused, per-part      plans that convert, on processors
/// convert_local  fused, per-part      plans that convert, on GPUs
/// ```
///
/// Lines, columns and runs are compiled for one geometry, for compilers that were found to be a
/// clang for a processor, see `DeviceInfo`. `compiled` stores as usual, `streamed` past the caches:
/// which one is faster differs from machine to machine, so that it is to be measured, see
/// [Router#candidates].
@NullMarked
package io.cleave.opencl.route;

import org.jspecify.annotations.NullMarked;

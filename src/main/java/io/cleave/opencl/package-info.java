/// Splits on OpenCL devices.
///
/// What a device runs is decided before it is touched: the [Router] turns a plan, the [DeviceFacts]
/// and a [Placement] (where the memory is) into [Launch]es, each with its reason. It is pure, so it
/// is tested as a table. A [ClSession] is the narrow port through which everything reaches a
/// device: a context, a queue and a device behind a dozen coarse calls, in our words. The two
/// bindings are adapters of it, in packages of their own; no raw handle comes out of them but the
/// binding's own types, which users of a binding know anyway.
///
/// ```
/// plan + DeviceFacts + Placement -> Router -> Routing: Launches, tables
/// Routing + ClSession            -> PreparedSplit: programs built, tables made    (cached)
/// PreparedSplit + buffers        -> ClSession.launch / copy                        (each call)
///
/// OpenClSplitter: host memory to host memory     QueueSplitter: buffers of the user's own queue
/// ```
///
/// Why there are so many kernels:
///
/// ```
/// copy_rows      per-part    any device, one launch per part: the plainest, and what others are checked by
/// split_bits     bits        parts that begin or end within a byte
/// split_words    gpu         everything a multiple of 16 bytes
/// split_local    gpu         the rest, through local memory
/// split_tiles    fused       processors: nothing is compiled for a geometry; also what streams long runs
/// split_lines    compiled, streamed   short runs: whole lines drawn together in registers
/// split_columns  compiled, streamed   equal runs of 1, 2, 4 or 8 bytes: a transposed matrix
/// split_runs     compiled, streamed   what would be too many lines: two moves for each run, gathered in a stage
/// ```
///
/// The last three are compiled for one geometry, for compilers that a [Probe] has found to be a
/// clang for a processor. `compiled` stores as usual, `streamed` past the caches: which one is
/// faster differs from machine to machine, so that it is to be measured, see [Router#candidates].
///
/// May use: `plan`, `backend`, `choice`, slf4j. Only `opencl.lwjgl` and `opencl.jocl` know their
/// binding.
@NullMarked
package io.cleave.opencl;

import org.jspecify.annotations.NullMarked;

/// Splits on OpenCL devices.
///
/// What a device runs is decided before it is touched, in a package of its own:
/// [io.cleave.opencl.route]. A [ClSession] is the narrow port through which everything reaches a
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
/// May use: `plan`, `backend`, `choice`, `opencl.route`, slf4j. Only `opencl.lwjgl` and
/// `opencl.jocl` know their binding.
@NullMarked
package io.cleave.opencl;

import org.jspecify.annotations.NullMarked;

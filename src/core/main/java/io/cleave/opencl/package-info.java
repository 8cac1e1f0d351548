/// Splits on OpenCL devices.
///
/// What a device runs is decided before it is touched, in [io.cleave.opencl.route]; everything
/// reaches it through a session, see [io.cleave.opencl.session]. Here decisions are carried out:
/// what was made for a plan is kept, and memory is brought to the device and back.
///
/// ```
/// plan + DeviceInfo + Placement -> Router -> Routing: Launches, tables
/// Routing + ClSession            -> PreparedSplit: programs built, tables made    (cached)
/// PreparedSplit + buffers        -> ClSession.launch / copy                        (each call)
///
/// OpenClSplitter: host memory to host memory     QueueSplitter: buffers of the user's own queue
/// StackPieces: a stack, which both make as a split for each piece of the data
/// ```
///
/// Read [OpenClSplitter] first, then `HostTransfer` and `PreparedSplit`; [QueueSplitter] for a
/// user's own queue. Only `opencl.lwjgl` and `opencl.jocl` know their binding.
@NullMarked
package io.cleave.opencl;

import org.jspecify.annotations.NullMarked;

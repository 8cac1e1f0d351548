/// Carries splits out on OpenCL devices.
///
/// [io.cleave.opencl.route] decides which kernels run, without touching a device;
/// [io.cleave.opencl.session] calls the driver. This package carries the decisions out: it caches
/// prepared splits and transfers memory to the device and back.
///
/// ```
/// plan + DeviceInfo + Placement -> Router -> Routing: Launches, tables
/// Routing + ClSession            -> PreparedSplit: kernels built, tables uploaded (cached)
/// PreparedSplit + buffers        -> ClSession.launch / copy                        (each call)
///
/// OpenClSplitter: host memory to host memory     QueueSplitter: buffers of the user's own queue
/// ```
///
/// Read [OpenClSplitter] first, then `HostTransfer` and `PreparedSplit`; [QueueSplitter] for a
/// user's own queue. Only `LwjglApi`, `JoclApi` and [io.cleave.opencl] name a binding.
@NullMarked
package io.cleave.opencl.run;

import org.jspecify.annotations.NullMarked;

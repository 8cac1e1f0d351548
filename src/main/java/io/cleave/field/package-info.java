/// Who takes part where plain Java and devices race for a split.
///
/// In come devices and what the user allows; out go candidates for a plan, the expected one first,
/// as a `Field` of the package `choice`:
///
/// ```
/// HostField: data in host memory     CpuCandidate: the twin, by one thread or by all
/// DeviceField: one device            RouteCandidate: a route of an open device
/// ```
///
/// Which of them wins, the package `choice` finds out. Read [HostField] first. May use: `plan`,
/// `backend`, `choice`, `cpu`, `opencl`, `opencl.session`.
@NullMarked
package io.cleave.field;

import org.jspecify.annotations.NullMarked;

/// Devices that fail: each call that a split makes of the port, and each command that it queues,
/// fails in its turn, on the device in memory of `opencl.fake`. What is done of real drivers' calls
/// is in `opencl.driver`.
///
/// In: the kinds of work that splitters, residences, queues and races do. Out: that the failure is
/// told and named, that nothing is lost or presented that is not a result, and who goes on.
///
/// Read [HostSplit] and [HostTrial] first, then [OpenClSplitterFailureTest]; for those whom nobody
/// asked for, [UnaskedDevice].
@NullMarked
package io.cleave.opencl.failure;

import org.jspecify.annotations.NullMarked;

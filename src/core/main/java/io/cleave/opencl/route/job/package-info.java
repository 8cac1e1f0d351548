/// What a device is asked to do: plan, memory and device, in the numbers that every route
/// calculates with.
///
/// ```
/// SplitPlan     what is split                     Job     rows, runs and where they go, in bytes
/// Placement     where the memory is          ->   Scale   or in bits, where parts end within a byte
/// DeviceFacts   what the device can do            Reach   how a launch reaches the parts
///                                                 Quirks  what the driver is known for
/// ```
///
/// Read `Job` first, the index math of plan and placement, stated once. What drivers do differently
/// is in `Quirks`, and nowhere else. [PackedLayout] says where parts go that share one buffer.
@NullMarked
package io.cleave.opencl.route.job;

import org.jspecify.annotations.NullMarked;

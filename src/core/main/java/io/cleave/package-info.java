/// Splits tensors along an axis, on the CPU and on OpenCL devices.
///
/// A [io.cleave.plan.SplitPlan] says where every byte goes, and a [Splitter] moves them:
///
/// ```java
/// SplitPlan plan = SplitPlan.of(Layout.of(ElementType.F32, 8, 12), -1, Cut.intoEqualParts(3));
/// try (Splitter splitter = Splitter.open()) {
///   splitter.split(plan, MemorySegment.ofArray(qkv), ofArray(q), ofArray(k), ofArray(v));
/// }
/// ```
///
/// Data and parts are memory segments: `MemorySegment.ofArray` for arrays, `MemorySegment.ofBuffer`
/// for buffers. [Splitter#open()] takes the fastest way on this machine; [Device] and [Route]
/// choose another. Data that lives on a device already is split by [io.cleave.opencl].
@NullMarked
package io.cleave;

import org.jspecify.annotations.NullMarked;

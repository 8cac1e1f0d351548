/// Splits data that lives on an OpenCL device already, on your own queue.
///
/// [LwjglSplitter] takes the handles of LWJGL, [JoclSplitter] those of JOCL:
///
/// ```java
/// try (LwjglSplitter splitter = LwjglSplitter.borrow(context, queue)) {
///   splitter.enqueue(plan, x, q, k, v);
/// }
/// ```
///
/// Nothing of yours is released, and no call waits for the device.
@NullMarked
package io.cleave.opencl;

import org.jspecify.annotations.NullMarked;

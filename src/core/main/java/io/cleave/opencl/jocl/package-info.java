/// Reaches OpenCL through JOCL, for those whose program uses it already.
///
/// JOCL is an optional dependency: [JoclApi] says what is missing instead of failing. Its handles
/// are objects, which only native code can fill; they are the only types of JOCL that leave this
/// package.
///
/// ```
/// JoclApi -> JoclLibrary           can org.jocl be used here? if not, why not
///             -> JoclLoader            platforms and devices
///             -> JoclSession           counts the calls inside
///                  -> JoclOpening      makes or borrows context and queue
///                  -> JoclResources    what must be given back, once
///                  -> JoclBuilder      -> JoclKernel
///                  -> JoclMemory, JoclQueue, JoclTransfers
/// JoclInfo asks an object about itself; all calls go through JoclCall
/// ```
///
/// Read [JoclSplitters] first, then `JoclSession`.
@NullMarked
package io.cleave.opencl.jocl;

import org.jspecify.annotations.NullMarked;

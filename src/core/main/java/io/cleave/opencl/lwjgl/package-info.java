/// The port's adapter to LWJGL, whose handles are plain `long`s.
///
/// [LwjglSplitters] splits on a context and a queue that the caller has already; [LwjglApi] finds
/// devices and opens sessions of their own. The OpenCL library is loaded by the first call that
/// needs it, and what keeps it from loading is a value.
///
/// ```
/// LwjglApi -> OpenClLibrary     loads libOpenCL, or says what is missing
///              -> LwjglLoader       lists platforms and devices; an Inquiry asks one of them
///              -> LwjglSession      lets calls in, and hands them on
///                   -> Memory, Commands, LwjglKernel
///                   -> LwjglResources   context, queue, and what was made in them
/// ```
///
/// Native scratch memory comes from a confined arena per call: LWJGL's own stack has 64 KiB a
/// thread, too little for the wait lists of large plans. Addresses and sizes are 64 bits wide, as
/// on every machine that JDK 25 runs on.
///
/// Read [LwjglSplitters] first, then `LwjglSession`.
@NullMarked
package io.cleave.opencl.lwjgl;

import org.jspecify.annotations.NullMarked;

/// Sessions on OpenCL devices, through LWJGL or JOCL.
///
/// ```
/// ClApi: the C functions that are called     LwjglApi, JoclApi: the same through one library, which
///                                            they load, or say what is missing
/// DeviceSearch: ClApi -> FoundDevice, Obstacle          OpenCl: what both libraries find, once
/// ClSession: a context and a queue on a device          ClKernel: what it compiles, and keeps
/// Probe: what a processor's driver can do beyond the standard
/// ```
///
/// Read [ClSession] first, then [ClApi]. Both libraries are optional: their types are named in
/// [LwjglApi] and [JoclApi] only, which are loaded when they are needed. Handles of memory and
/// events have the library's own types, since its users mix them with their own.
@NullMarked
package io.cleave.opencl.session;

import org.jspecify.annotations.NullMarked;

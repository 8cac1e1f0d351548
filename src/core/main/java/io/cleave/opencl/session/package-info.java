/// The port through which everything reaches a device, and what all bindings share behind it.
///
/// ```
/// ClApi         a Java binding to OpenCL: finds devices, and opens sessions on them
/// ClSession         a context, a queue and a device behind a dozen coarse calls, in our words
///
/// DeviceSearch      walks a binding's Loader -> Discovery: each FoundDevice, each Obstacle
/// KernelSource      what a session compiles
/// GuardedSession    lets calls in while a session is open      BuiltKernel  closed once, then refused
/// SessionResources  what a session has made, and how it is given back
/// Ending            how a command ends, also where a driver refuses to wait for it
/// BuildException    what a compiler refused
/// SystemLibrary     whether a binding's library is there, before it prints that it is not
/// ```
///
/// Read [ClSession] first, then [ClApi]. The two bindings are adapters in packages of their own,
/// `opencl.lwjgl` and `opencl.jocl`; no raw handle comes out of them but the binding's own types,
/// which users of a binding know anyway. What is still alike in the two are lines that name the
/// library, and what they decide by its answers: each call and each question has another signature
/// there, addresses in LWJGL and objects in JOCL, and whatever came between would only hide them.
@NullMarked
package io.cleave.opencl.session;

import org.jspecify.annotations.NullMarked;

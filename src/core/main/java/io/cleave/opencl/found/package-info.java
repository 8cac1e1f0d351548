/// What the bindings find on this machine, and sessions on it.
///
/// ```
/// LwjglBinding, JoclBinding -> OpenCl: devices, obstacles; looked for once, when first needed
/// Device + Binding -> OpenCl.Found -> Sessions: a session of its own
/// ```
///
/// Read [OpenCl] first. A binding that is not on the class path is an obstacle like others. May
/// use: `backend`, `cpu`, `opencl.session`, and alone `opencl.lwjgl` and `opencl.jocl`.
@NullMarked
package io.cleave.opencl.found;

import org.jspecify.annotations.NullMarked;

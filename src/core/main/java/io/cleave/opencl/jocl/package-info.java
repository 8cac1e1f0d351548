/// Splits data on devices in programs that use JOCL; start with
/// [io.cleave.opencl.jocl.JoclSplitters].
@NullMarked
package io.cleave.opencl.jocl;

import org.jspecify.annotations.NullMarked;

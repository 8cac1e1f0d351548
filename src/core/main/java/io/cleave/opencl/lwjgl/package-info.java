/// Splits data on devices in programs that use LWJGL; start with
/// [io.cleave.opencl.lwjgl.LwjglSplitters].
@NullMarked
package io.cleave.opencl.lwjgl;

import org.jspecify.annotations.NullMarked;

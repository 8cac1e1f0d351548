package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Gate;
import java.lang.invoke.MethodHandle;

/// One of [Loops].
///
/// @param handle calls it
/// @param gate for those who wait until it is compiled
record Loop(MethodHandle handle, Gate gate) {}

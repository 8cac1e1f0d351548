package io.cleave.openvino.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// An object that OpenVINO created, freed when it is closed.
///
/// @param free the function that frees it
public record OpenVinoObject(MemorySegment address, MethodHandle free) implements AutoCloseable {
  @Override
  public void close() {
    OpenVinoLibrary.invoke(free, address);
  }
}

package io.cleave.opencl.session;

import io.cleave.opencl.route.KernelVariant;

/// A compiled kernel; only the session that built it knows what is inside. Closing it again does
/// nothing.
public interface ClKernel extends AutoCloseable {
  /// What was compiled.
  KernelVariant variant();

  @Override
  void close();
}

package io.cleave.opencl.session;

/// A Java binding to OpenCL: finds devices, and opens sessions on them.
///
/// Immutable, safe for use by many threads. Nothing is loaded before it is asked for.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public interface ClBinding<M, E> {
  /// What it is called where one is chosen: `lwjgl`, `jocl`.
  String name();

  /// Looks for devices. What is missing is part of the answer; this never throws, whatever is or is
  /// not installed.
  Discovery discover();

  /// Opens a session with a context and a queue of its own on a device that this binding found.
  ///
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  ClSession<M, E> open(FoundDevice device);
}

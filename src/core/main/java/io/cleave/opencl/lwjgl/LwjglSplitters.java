package io.cleave.opencl.lwjgl;

import io.cleave.backend.Binding;
import io.cleave.backend.DeviceSplitter;
import io.cleave.backend.RouteName;
import io.cleave.opencl.QueueSplitter;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.opencl.session.OpenCl;

/// Opens splitters for data on a device that is handled with LWJGL.
public final class LwjglSplitters {
  private LwjglSplitters() {}

  /// A splitter on the caller's own context and queue, neither of which it releases. Handles of
  /// memory and events are LWJGL's `long`s.
  ///
  /// @param context a `cl_context`
  /// @param queue a `cl_command_queue` of that context, in order or out of order
  /// @throws IllegalArgumentException if the queue belongs to another context, or its device cannot
  ///   be used
  /// @throws IllegalStateException if LWJGL or the OpenCL library cannot be loaded
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  public static DeviceSplitter<Long, Long> borrow(long context, long queue) {
    return borrow(context, queue, RouteName.AUTO);
  }

  /// A splitter on the caller's own context and queue, with one route for every plan.
  public static DeviceSplitter<Long, Long> borrow(long context, long queue, RouteName route) {
    try {
      return new QueueSplitter<>(ClSession.borrow(new LwjglApi(), context, queue), route);
    } catch (LinkageError e) {
      throw new IllegalStateException(OpenCl.absent(Binding.LWJGL, e).toString(), e);
    }
  }
}

package io.cleave.opencl.jocl;

import io.cleave.backend.Binding;
import io.cleave.backend.DeviceSplitter;
import io.cleave.backend.RouteName;
import io.cleave.opencl.QueueSplitter;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.JoclApi;
import io.cleave.opencl.session.OpenCl;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_event;
import org.jocl.cl_mem;

/// Opens splitters for data on a device that is handled with JOCL.
public final class JoclSplitters {
  private JoclSplitters() {}

  /// A splitter on the caller's own context and queue, neither of which it releases.
  ///
  /// @param queue a queue of that context, in order or out of order
  /// @throws IllegalArgumentException if the queue belongs to another context, or its device cannot
  ///   be used
  /// @throws IllegalStateException if JOCL or the OpenCL library cannot be loaded
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  public static DeviceSplitter<cl_mem, cl_event> borrow(
      cl_context context, cl_command_queue queue) {
    return borrow(context, queue, RouteName.AUTO);
  }

  /// A splitter on the caller's own context and queue, with one route for every plan.
  public static DeviceSplitter<cl_mem, cl_event> borrow(
      cl_context context, cl_command_queue queue, RouteName route) {
    try {
      return new QueueSplitter<>(ClSession.borrow(new JoclApi(), context, queue), route);
    } catch (LinkageError e) {
      throw new IllegalStateException(OpenCl.absent(Binding.JOCL, e).toString(), e);
    }
  }
}

package io.cleave.opencl.jocl;

import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.BuiltKernel;
import io.cleave.opencl.session.ClSession.Argument;
import java.util.List;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_event;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_program;

/// A program with its one kernel, which belong together and are released together.
///
/// A kernel holds its arguments, so setting them and queueing it must not be torn apart: one thread
/// at a time.
final class JoclKernel extends BuiltKernel {
  private final JoclResources resources;
  private final cl_program program;
  private final cl_kernel kernel;

  JoclKernel(
      JoclResources resources,
      KernelVariant variant,
      cl_program program,
      cl_kernel kernel,
      long parameters) {
    super(resources, variant, parameters);
    this.resources = resources;
    this.program = program;
    this.kernel = kernel;
  }

  /// Sets the arguments and queues the kernel.
  synchronized cl_event launch(
      JoclQueue queue,
      List<Argument<cl_mem>> arguments,
      Grid grid,
      List<? extends cl_event> after) {
    requireFit(arguments);
    for (int i = 0; i < arguments.size(); i++) {
      set(i, arguments.get(i));
    }
    long[] global = {grid.globalX(), grid.globalY()};
    long[] local = {grid.localX(), grid.localY()};
    return queue.enqueue(
        "clEnqueueNDRangeKernel",
        () -> "%s, %s,".formatted(variant(), grid),
        after,
        (q, waits, waitList, event) ->
            CL.clEnqueueNDRangeKernel(
                q, kernel, global.length, null, global, local, waits, waitList, event));
  }

  private void set(int index, Argument<cl_mem> argument) {
    resources.check(
        "clSetKernelArg",
        () -> "%s as argument %s of %s".formatted(argument, index, variant()),
        () -> store(index, argument));
  }

  private int store(int index, Argument<cl_mem> argument) {
    return switch (argument) {
      case Argument.Memory<cl_mem>(cl_mem memory) ->
          CL.clSetKernelArg(
              kernel, index, Sizeof.cl_mem, memory == null ? null : Pointer.to(memory));
      case Argument.Int64<cl_mem>(long number) ->
          CL.clSetKernelArg(kernel, index, Long.BYTES, Pointer.to(new long[] {number}));
      case Argument.Int32<cl_mem>(int number) ->
          CL.clSetKernelArg(kernel, index, Integer.BYTES, Pointer.to(new int[] {number}));
    };
  }

  @Override
  protected void releaseKernel() {
    resources.check("clReleaseKernel", variant()::toString, () -> CL.clReleaseKernel(kernel));
  }

  @Override
  protected void releaseProgram() {
    resources.check("clReleaseProgram", variant()::toString, () -> CL.clReleaseProgram(program));
  }
}

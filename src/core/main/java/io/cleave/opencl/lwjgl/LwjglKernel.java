package io.cleave.opencl.lwjgl;

import static org.lwjgl.system.MemoryUtil.NULL;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.BuildException;
import io.cleave.opencl.session.BuiltKernel;
import io.cleave.opencl.session.ClSession.Argument;
import io.cleave.opencl.session.KernelSource;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.lwjgl.opencl.CL10;

/// A program with its one kernel, which belong together and are released together.
///
/// A kernel holds its arguments, so setting them and queueing it must not be torn apart: one thread
/// at a time.
final class LwjglKernel extends BuiltKernel {
  private final LwjglResources resources;
  private final long program;
  private final long kernel;

  private LwjglKernel(
      LwjglResources resources, KernelVariant variant, long program, long kernel, long parameters) {
    super(resources, variant, parameters);
    this.resources = resources;
    this.program = program;
    this.kernel = kernel;
  }

  static LwjglKernel build(LwjglResources resources, KernelVariant variant) {
    long program = program(resources, variant);
    try {
      compile(resources, variant, program);
      return take(resources, variant, program);
    } catch (RuntimeException | Error e) {
      CL10.clReleaseProgram(program);
      throw e;
    }
  }

  private static long program(LwjglResources resources, KernelVariant variant) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(KernelSource.of(variant));
      MemorySegment texts = arena.allocateFrom(ValueLayout.ADDRESS, text);
      return resources.created(
          "clCreateProgramWithSource",
          status ->
              CL10.nclCreateProgramWithSource(
                  resources.context(), 1, texts.address(), NULL, status),
          variant::toString);
    }
  }

  private static void compile(LwjglResources resources, KernelVariant variant, long program) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment options = arena.allocateFrom("-cl-std=CL1.2 " + variant.options());
      MemorySegment devices = arena.allocateFrom(ValueLayout.JAVA_LONG, resources.device());
      int status =
          CL10.nclBuildProgram(program, 1, devices.address(), options.address(), NULL, NULL);
      if (status != ClStatus.SUCCESS) {
        throw new BuildException(variant, resources.deviceName(), status, log(resources, program));
      }
    }
  }

  /// A log that cannot be had must not hide that the build failed.
  private static String log(LwjglResources resources, long program) {
    try {
      return Inquiry.ofBuild(program, resources.device()).text(CL10.CL_PROGRAM_BUILD_LOG);
    } catch (OpenClException e) {
      return "nothing (%s)".formatted(e.getMessage());
    }
  }

  private static LwjglKernel take(LwjglResources resources, KernelVariant variant, long program) {
    long kernel;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(variant.name());
      kernel =
          resources.created(
              "clCreateKernel",
              status -> CL10.nclCreateKernel(program, name.address(), status),
              variant::toString);
    }
    try {
      long parameters =
          Inquiry.ofKernel(kernel).on(resources.deviceName()).number(CL10.CL_KERNEL_NUM_ARGS);
      var built = new LwjglKernel(resources, variant, program, kernel, parameters);
      return resources.addKernel(built);
    } catch (RuntimeException | Error e) {
      CL10.clReleaseKernel(kernel);
      throw e;
    }
  }

  /// Sets the arguments and queues the kernel.
  ///
  /// @return the status of the queueing
  synchronized int enqueue(
      List<Argument<Long>> arguments, Grid grid, int waits, long waitList, long event) {
    requireFit(arguments);
    try (Arena arena = Arena.ofConfined()) {
      setArguments(arguments, arena.allocate(ValueLayout.JAVA_LONG));
      MemorySegment global =
          arena.allocateFrom(ValueLayout.JAVA_LONG, grid.globalX(), grid.globalY());
      MemorySegment local = arena.allocateFrom(ValueLayout.JAVA_LONG, grid.localX(), grid.localY());
      return CL10.nclEnqueueNDRangeKernel(
          resources.queue(),
          kernel,
          2,
          NULL,
          global.address(),
          local.address(),
          waits,
          waitList,
          event);
    }
  }

  private void setArguments(List<Argument<Long>> arguments, MemorySegment value) {
    for (int i = 0; i < arguments.size(); i++) {
      int index = i;
      Argument<Long> argument = arguments.get(i);
      int bytes = store(argument, value);
      int status = CL10.nclSetKernelArg(kernel, i, bytes, value.address());
      resources.check(
          "clSetKernelArg",
          status,
          () -> "%s as argument %s of %s".formatted(argument, index, variant()));
    }
  }

  private static int store(Argument<Long> argument, MemorySegment value) {
    switch (argument) {
      case Argument.Memory<Long>(Long memory) ->
          value.set(ValueLayout.JAVA_LONG, 0, memory == null ? NULL : memory);
      case Argument.Int64<Long>(long number) -> value.set(ValueLayout.JAVA_LONG, 0, number);
      case Argument.Int32<Long>(int number) -> {
        value.set(ValueLayout.JAVA_INT, 0, number);
        return Integer.BYTES;
      }
    }
    return Long.BYTES;
  }

  @Override
  protected void releaseKernel() {
    resources.check("clReleaseKernel", CL10.clReleaseKernel(kernel), variant()::toString);
  }

  @Override
  protected void releaseProgram() {
    resources.check("clReleaseProgram", CL10.clReleaseProgram(program), variant()::toString);
  }
}

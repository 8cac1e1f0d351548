package io.cleave.bench.micro;

import io.cleave.Device;
import io.cleave.opencl.session.OpenCl;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/// The first OpenCL device, as a program drives it without Cleave.
record LwjglQueue(long device, long context, long queue) implements AutoCloseable {
  static LwjglQueue open() {
    // Looks for the OpenCL library in more places than LWJGL alone would.
    if (Device.all().size() == 1) {
      throw new IllegalStateException("no OpenCL device: %s".formatted(OpenCl.look().obstacles()));
    }
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer status = stack.mallocInt(1);
      long device = firstDevice(stack);
      long context = CL10.clCreateContext(stack.pointers(0), device, null, MemoryUtil.NULL, status);
      require(status.get(0), "clCreateContext");
      long queue = CL10.clCreateCommandQueue(context, device, 0, status);
      require(status.get(0), "clCreateCommandQueue");
      return new LwjglQueue(device, context, queue);
    }
  }

  private static long firstDevice(MemoryStack stack) {
    for (long platform : platforms(stack)) {
      PointerBuffer device = stack.mallocPointer(1);
      int none = CL10.clGetDeviceIDs(platform, CL10.CL_DEVICE_TYPE_ALL, device, (IntBuffer) null);
      if (none == CL10.CL_SUCCESS) {
        return device.get(0);
      }
    }
    throw new IllegalStateException("there is no OpenCL device");
  }

  private static List<Long> platforms(MemoryStack stack) {
    IntBuffer count = stack.mallocInt(1);
    PointerBuffer ids = stack.mallocPointer(16);
    require(CL10.clGetPlatformIDs(ids, count), "clGetPlatformIDs");
    List<Long> platforms = new ArrayList<>();
    for (int i = 0; i < Math.min(count.get(0), ids.capacity()); i++) {
      platforms.add(ids.get(i));
    }
    return platforms;
  }

  long kernel(String source, String name) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer status = stack.mallocInt(1);
      long program = CL10.clCreateProgramWithSource(context, source, status);
      require(status.get(0), "clCreateProgramWithSource");
      require(CL10.clBuildProgram(program, device, "", null, MemoryUtil.NULL), "clBuildProgram");
      long kernel = CL10.clCreateKernel(program, name, status);
      require(status.get(0), "clCreateKernel");
      // The kernel keeps the program.
      CL10.clReleaseProgram(program);
      return kernel;
    }
  }

  long buffer(long bytes) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer status = stack.mallocInt(1);
      long buffer = CL10.clCreateBuffer(context, CL10.CL_MEM_READ_WRITE, bytes, status);
      require(status.get(0), "clCreateBuffer");
      return buffer;
    }
  }

  /// Queues one work-item.
  long launch(long kernel) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer one = stack.pointers(1);
      PointerBuffer event = stack.mallocPointer(1);
      require(
          CL10.clEnqueueNDRangeKernel(queue, kernel, 1, null, one, one, null, event),
          "clEnqueueNDRangeKernel");
      return event.get(0);
    }
  }

  void await(long event) {
    require(CL10.clWaitForEvents(event), "clWaitForEvents");
    require(CL10.clReleaseEvent(event), "clReleaseEvent");
  }

  private static void require(int status, String call) {
    if (status != CL10.CL_SUCCESS) {
      throw new IllegalStateException("%s failed with status %s".formatted(call, status));
    }
  }

  @Override
  public void close() {
    CL10.clReleaseCommandQueue(queue);
    CL10.clReleaseContext(context);
  }
}

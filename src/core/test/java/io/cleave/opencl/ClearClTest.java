package io.cleave.opencl;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Device;
import io.cleave.Splitter;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Random;
import java.util.stream.IntStream;
import net.haesleinhuepf.clij.clearcl.ClearCL;
import net.haesleinhuepf.clij.clearcl.ClearCLBuffer;
import net.haesleinhuepf.clij.clearcl.ClearCLContext;
import net.haesleinhuepf.clij.clearcl.ClearCLDevice;
import net.haesleinhuepf.clij.clearcl.ClearCLKernel;
import net.haesleinhuepf.clij.clearcl.ClearCLProgram;
import net.haesleinhuepf.clij.clearcl.backend.jocl.ClearCLBackendJOCL;
import net.haesleinhuepf.clij.clearcl.enums.HostAccessType;
import net.haesleinhuepf.clij.clearcl.enums.KernelAccessType;
import net.haesleinhuepf.clij.coremem.enums.NativeTypeEnum;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_mem;
import org.junit.jupiter.api.Test;

/// A program on ClearCL hands its context, queue and buffers over, gets planes, and goes on with a
/// kernel in the same queue.
class ClearClTest {
  private static final String TWICE =
      "__kernel void twice(__global float *x) { x[get_global_id(0)] *= 2.0f; }";

  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(U8, 60, 84, 3), -1, Cut.intoEqualParts(3))
          .converted(Conversion.to(F32).imagenet())
          .stacked(0);

  @Test
  void splitsInTheQueueOfAClearClProgram() throws IOException {
    byte[] pixels = new byte[60 * 84 * 3];
    new Random(1).nextBytes(pixels);
    float[] expected = new float[PLAN.part(0).arrayLength()];
    try (Splitter splitter = Splitter.open(Device.cpu())) {
      splitter.split(PLAN, MemorySegment.ofArray(pixels), MemorySegment.ofArray(expected));
    }
    for (int i = 0; i < expected.length; i++) {
      expected[i] *= 2;
    }
    assertThat(twicePlanes(pixels)).containsExactly(expected);
  }

  private static float[] twicePlanes(byte[] pixels) throws IOException {
    int count = PLAN.part(0).arrayLength();
    try (ClearCL clearCl = new ClearCL(new ClearCLBackendJOCL());
        ClearCLContext context = device(clearCl).createContext();
        ClearCLBuffer images = buffer(context, NativeTypeEnum.UnsignedByte, pixels.length);
        ClearCLBuffer planes = buffer(context, NativeTypeEnum.Float, count);
        ClearCLProgram program = context.createProgram(TWICE);
        JoclSplitter splitter =
            JoclSplitter.borrow(
                (cl_context) context.getPeerPointer().getPointer(),
                (cl_command_queue) context.getDefaultQueue().getPeerPointer().getPointer())) {
      images.readFrom(direct(pixels.length).put(pixels).flip(), true);
      splitter.enqueue(PLAN, memory(images), memory(planes));
      program.buildAndLog();
      try (ClearCLKernel twice = program.createKernel("twice")) {
        twice.setGlobalSizes(count);
        twice.setArguments(planes);
        twice.run(true);
      }
      FloatBuffer result = direct(count * Float.BYTES).asFloatBuffer();
      planes.writeTo(result, true);
      float[] values = new float[count];
      result.get(values);
      return values;
    }
  }

  private static ClearCLDevice device(ClearCL clearCl) {
    return IntStream.range(0, clearCl.getNumberOfPlatforms())
        .mapToObj(clearCl::getPlatform)
        .filter(platform -> platform.getName().contains("Portable Computing Language"))
        .findFirst()
        .orElseThrow()
        .getDevice(0);
  }

  private static ClearCLBuffer buffer(ClearCLContext context, NativeTypeEnum type, long count) {
    return context.createBuffer(HostAccessType.ReadWrite, KernelAccessType.ReadWrite, type, count);
  }

  private static cl_mem memory(ClearCLBuffer buffer) {
    return (cl_mem) buffer.getPeerPointer().getPointer();
  }

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }
}

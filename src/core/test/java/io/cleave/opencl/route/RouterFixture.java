package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.KnownDevice;
import io.cleave.spi.KnownDevice.Kind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Capabilities of devices as their drivers report them, and the routes of plans on them.
abstract class RouterFixture {
  static final DeviceInfo POCL = pocl("3.1+debian").withProbed(true, true);
  static final DeviceInfo INTEL =
      device(Kind.CPU, "Intel(R) OpenCL", 256 << 10, 8192).withProbed(true, true);
  static final DeviceInfo OCLGRIND = device(Kind.CPU, "Oclgrind", 32 << 10, 1024);
  static final DeviceInfo RUSTICL = device(Kind.CPU, "rusticl", 32 << 10, 1024);
  static final DeviceInfo NVIDIA = device(Kind.GPU, "NVIDIA CUDA", 48 << 10, 1024);
  static final DeviceInfo AMD =
      device(Kind.GPU, "AMD Accelerated Parallel Processing", 64 << 10, 256);
  static final List<DeviceInfo> DEVICES = List.of(POCL, RUSTICL, NVIDIA);

  /// Each part at the beginning of its own buffer.
  static final Placement SEPARATE = new Placement(0, Placement.OutputMemory.SEPARATE, List.of());

  static DeviceInfo pocl(String version) {
    return device(Kind.CPU, "Portable Computing Language", version, 512 << 10, 4096);
  }

  static DeviceInfo device(Kind kind, String platform, long localMemory, long maxGroup) {
    return device(kind, platform, "1.0", localMemory, maxGroup);
  }

  private static DeviceInfo device(
      Kind kind, String platform, String version, long localMemory, long maxGroup) {
    Device device = new KnownDevice(kind, platform, "one of " + platform, 2, 64L << 30, 0);
    boolean shares = kind == Kind.CPU;
    return new DeviceInfo(
        device, version, 128, 16L << 30, localMemory, maxGroup, shares, true, false, false);
  }

  /// A copy without exact single precision.
  static DeviceInfo flushing(DeviceInfo info) {
    return new DeviceInfo(
        info.device(),
        info.version(),
        info.baseAlignment(),
        info.maxAllocation(),
        info.localMemory(),
        info.maxGroup(),
        info.sharesMemory(),
        false,
        info.clang(),
        info.hostAddresses());
  }

  /// A plan of rows.
  static SplitPlan rows(ElementType type, long rows, long... lengths) {
    long extent = Arrays.stream(lengths).sum();
    return SplitPlan.of(Layout.of(type, rows, extent), 1, Cut.byLengths(lengths));
  }

  static SplitPlan equal(ElementType type, long rows, long extent, int parts) {
    return SplitPlan.of(Layout.of(type, rows, extent), 1, Cut.intoEqualParts(parts));
  }

  /// A plan of one row.
  static SplitPlan row(ElementType type, long extent, long... lengths) {
    return SplitPlan.of(Layout.of(type, extent), 0, Cut.byLengths(lengths));
  }

  /// Parts of bytes that become floats, each by another scale.
  static SplitPlan scaled(SplitPlan plan, double... scales) {
    return plan.converted(Conversion.to(ElementType.F32).scaled(scales, new double[1]));
  }

  static double[] scales(int count) {
    double[] scales = new double[count];
    Arrays.setAll(scales, i -> i + 1);
    return scales;
  }

  /// All parts of a plan in one buffer.
  static Placement packed(SplitPlan plan) {
    List<Long> ats = new ArrayList<>();
    long at = 0;
    for (Part part : plan.parts()) {
      ats.add(at);
      at += Math.ceilDiv(part.bytes(), 128) * 128;
    }
    return new Placement(0, Placement.OutputMemory.PACKED, ats);
  }

  static Routing route(DeviceInfo info, SplitPlan plan, Route wish) {
    return Router.route(info, plan, SEPARATE, wish);
  }

  static Launch.Kernel first(DeviceInfo info, SplitPlan plan, Route wish) {
    return (Launch.Kernel) route(info, plan, wish).launches().getFirst();
  }

  static void refused(DeviceInfo info, SplitPlan plan, Route wish, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> route(info, plan, wish))
        .withMessageMatching(message);
  }

  static ByteBuffer content(ByteBuffer table) {
    return table.duplicate().order(ByteOrder.nativeOrder());
  }
}

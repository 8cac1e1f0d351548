package io.cleave.bench.peers;

import static org.bytedeco.opencv.global.opencv_core.ACCESS_READ;
import static org.bytedeco.opencv.global.opencv_core.ACCESS_WRITE;
import static org.bytedeco.opencv.global.opencv_core.BORDER_REPLICATE;
import static org.bytedeco.opencv.global.opencv_core.CV_32F;
import static org.bytedeco.opencv.global.opencv_core.CV_8UC3;
import static org.bytedeco.opencv.global.opencv_core.copyMakeBorder;
import static org.bytedeco.opencv.global.opencv_core.finish;
import static org.bytedeco.opencv.global.opencv_imgproc.INTER_AREA;
import static org.bytedeco.opencv.global.opencv_imgproc.INTER_NEAREST;
import static org.bytedeco.opencv.global.opencv_imgproc.resize;

import io.cleave.Splitter;
import io.cleave.bench.Resources;
import io.cleave.cli.Candidate;
import io.cleave.cli.Candidate.Prepared;
import io.cleave.cli.Candidate.Role;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.LwjglSplitter;
import io.cleave.opencl.Region;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.Rule;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Context;
import org.bytedeco.opencv.opencv_core.Device;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Queue;
import org.bytedeco.opencv.opencv_core.Rect;
import org.bytedeco.opencv.opencv_core.Size;
import org.bytedeco.opencv.opencv_core.UMat;
import org.bytedeco.opencv.opencv_core.UMatVector;

/// Planes of pixels that are on a device: a region of interest in a `UMat` that OpenCV's `resize`
/// wrote. A run ends when OpenCV's queue is empty. Takes plans that [stack][SplitPlan#stacked]
/// three channels of one image of u8 as f32.
///
/// @param way prepares what is timed
record UMatWork(Role role, Way way) implements Candidate.Work {
  private static final int FRAME = 11;
  private static final int CHANNELS = 3;

  /// One way to make planes of a region.
  interface Way {
    Prepared prepare(SplitPlan plan, UMat region, Resources resources);
  }

  static List<Candidate> all() {
    Loader.load(opencv_imgproc.class);
    if (!opencv_core.haveOpenCL() || Context.getDefault().ptr() == null) {
      throw new IllegalStateException(
          "OpenCV uses no OpenCL device; set OPENCV_OPENCL_DEVICE=:CPU: for PoCL");
    }
    String device = Device.getDefault().name().getString();
    return List.of(
        candidate(Role.SPLITTER, device, "lwjgl", "on OpenCV's queue", UMatWork::onItsQueue),
        candidate(Role.SPLITTER, "cpu", "", "download, then Cleave", UMatWork::afterDownload),
        candidate(Role.PEER, device, "", "OpenCV's split and convertTo", UMatWork::ofOpenCv));
  }

  private static Candidate candidate(
      Role role, String device, String binding, String how, Way way) {
    return new Candidate(role, device, binding, how, new UMatWork(role, way));
  }

  @Override
  public boolean accepts(SplitPlan plan, MemorySegment expected, MemorySegment part) {
    return role == Role.PEER
        ? Tolerance.holds(plan.partType(), expected, part)
        : expected.mismatch(part) < 0;
  }

  @Override
  public Prepared prepare(SplitPlan plan, MemorySegment data, List<MemorySegment> outputs) {
    Resources resources = new Resources();
    try {
      return way.prepare(plan, region(plan, data, resources), resources);
    } catch (RuntimeException | Error e) {
      resources.close();
      throw e;
    }
  }

  /// The data as a region of interest. The host makes each pixel four, and the device one again.
  private static UMat region(SplitPlan plan, MemorySegment data, Resources resources) {
    int height = (int) plan.data().shape().extent(1);
    int width = (int) plan.data().shape().extent(2);
    Mat pixels = new Images(resources).around(data, height, width, CV_8UC3);
    Mat framed = resources.add(new Mat());
    copyMakeBorder(pixels, framed, FRAME, FRAME, FRAME, FRAME, BORDER_REPLICATE);
    Mat doubled = resources.add(new Mat());
    resize(framed, doubled, new Size(), 2, 2, INTER_NEAREST);
    UMat photo = resources.add(new UMat());
    doubled.copyTo(photo);
    UMat resized = resources.add(new UMat());
    resize(photo, resized, framed.size(), 0, 0, INTER_AREA);
    return resources.add(resized.apply(new Rect(FRAME, FRAME, width, height)));
  }

  private static Prepared onItsQueue(SplitPlan dense, UMat region, Resources resources) {
    Layout pixels = dense.data().pitched(1, region.step());
    SplitPlan plan =
        SplitPlan.of(pixels, -1, Cut.intoEqualParts(CHANNELS))
            .converted(dense.conversion().orElseThrow())
            .stacked(1);
    UMat planes = planes(region, resources);
    LwjglSplitter splitter =
        resources.add(
            LwjglSplitter.borrow(
                Context.getDefault().ptr().address(), Queue.getDefault().ptr().address()));
    return new Prepared(
        () -> {
          splitter.enqueue(
              plan,
              Region.of(region.handle(ACCESS_READ).address(), region.offset()),
              List.of(Region.of(planes.handle(ACCESS_WRITE).address())));
          finish();
        },
        _ -> downloaded(planes),
        resources::close);
  }

  private static Prepared afterDownload(SplitPlan plan, UMat region, Resources resources) {
    Mat pixels = resources.add(new Mat());
    Splitter splitter = resources.add(CpuSplitter.open(Peer.PROCESSORS));
    MemorySegment planes = resources.allocate(plan.part(0).bytes());
    return new Prepared(
        () -> {
          region.copyTo(pixels);
          splitter.split(plan, memory(pixels), planes);
        },
        _ -> planes,
        resources::close);
  }

  private static Prepared ofOpenCv(SplitPlan plan, UMat region, Resources resources) {
    List<Rule.Affine> rules = Planes.of(plan).orElseThrow().rules();
    UMat planes = planes(region, resources);
    UMatVector channels = resources.add(new UMatVector(CHANNELS));
    List<UMat> converted = new ArrayList<>();
    for (int i = 0; i < CHANNELS; i++) {
      converted.add(resources.add(planes.rowRange(i * region.rows(), (i + 1) * region.rows())));
    }
    return new Prepared(
        () -> {
          opencv_core.split(region, channels);
          for (int i = 0; i < CHANNELS; i++) {
            Rule.Affine rule = rules.get(i);
            channels.get(i).convertTo(converted.get(i), CV_32F, rule.scale(), rule.bias());
          }
          finish();
        },
        _ -> downloaded(planes),
        resources::close);
  }

  private static UMat planes(UMat region, Resources resources) {
    return resources.add(new UMat(CHANNELS * region.rows(), region.cols(), CV_32F));
  }

  private static MemorySegment downloaded(UMat planes) {
    try (Mat copy = new Mat()) {
      planes.copyTo(copy);
      return MemorySegment.ofArray(memory(copy).toArray(ValueLayout.JAVA_FLOAT));
    }
  }

  @SuppressWarnings("restricted")
  private static MemorySegment memory(Mat dense) {
    return MemorySegment.ofAddress(dense.data().address())
        .reinterpret(dense.total() * dense.elemSize());
  }
}

package io.cleave.bench.peers;

import io.cleave.bench.Contender;
import io.cleave.bench.Label;
import io.cleave.bench.Run;
import io.cleave.bench.convert.Planes;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.opencv.global.opencv_imgproc;

/// OpenCV, for which rows are pixels or, where they are long, the rows of an image: see
/// [OpenCvWork].
public final class OpenCvPeer implements Contender {
  private final int threads;

  /// Loads OpenCV.
  ///
  /// @param threads how many it may use
  public OpenCvPeer(int threads) {
    Loader.load(opencv_imgproc.class);
    this.threads = threads;
  }

  @Override
  public Label label() {
    String count = threads == 1 ? "1 thread" : "%s threads".formatted(threads);
    return new Label("opencv", "", count + ", own outputs");
  }

  @Override
  public String refusal(SplitPlan plan) {
    if (plan.converts()) {
      return Planes.of(plan)
          .map(OpenCvPlanes::refusal)
          .orElse("OpenCV knows pixels alone, and a factor for each channel");
    }
    String refusal = Refusals.of("OpenCV", plan);
    return refusal.isEmpty() && plan.bytes() == 0 ? "OpenCV has no empty images" : refusal;
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    return Planes.of(plan)
        .<Run>map(planes -> new OpenCvPlanes(planes, data, threads))
        .orElseGet(() -> OpenCvRun.of(plan, data, threads));
  }
}

package io.cleave.bench.peers;

import static org.bytedeco.opencv.global.opencv_core.CV_16F;
import static org.bytedeco.opencv.global.opencv_core.CV_32F;
import static org.bytedeco.opencv.global.opencv_core.CV_8U;
import static org.bytedeco.opencv.global.opencv_core.CV_MAKETYPE;
import static org.bytedeco.opencv.global.opencv_core.setNumThreads;

import io.cleave.bench.Resources;
import io.cleave.cli.Candidate.Prepared;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.MatVector;

/// OpenCV, for which rows are pixels or, where they are long, the rows of an image: see
/// [OpenCvWork].
final class OpenCvPeer extends Peer {
  private final int threads;

  /// Loads OpenCV.
  ///
  /// @param threads the most that it may use
  OpenCvPeer(int threads) {
    super("OpenCV", "opencv", (threads == 1 ? "1 thread" : threads + " threads") + ", own outputs");
    Loader.load(opencv_imgproc.class);
    this.threads = threads;
  }

  @Override
  String refusal(Planes planes) {
    return planes.target() == ElementType.BF16 ? "OpenCV has no bf16" : "";
  }

  @Override
  Prepared split(SplitPlan plan, int wanted, MemorySegment data, Resources resources) {
    List<MemorySegment> outputs = outputs(plan, resources);
    Runnable work =
        new OpenCvWork(plan, wanted, data, outputs, new Images(resources), threads).fastest();
    return trial(resources, work, outputs);
  }

  /// The number of threads is set at each run: it holds for the process. That takes 10 ns.
  private Prepared trial(Resources resources, Runnable work, List<MemorySegment> outputs) {
    return new Prepared(
        () -> {
          setNumThreads(threads);
          work.run();
        },
        outputs::get,
        resources::close);
  }

  /// For each image `split`, then `convertTo` for each plane: the fastest way, faster than
  /// `blobFromImages`. Neither of the two uses more than one thread in version 4.11.
  @Override
  Prepared planes(Planes planes, MemorySegment data, Resources resources) {
    Images images = new Images(resources);
    int from = depth(planes.source());
    int to = depth(planes.target());
    int channels = planes.channels();
    long height = planes.shape().extent(1);
    long width = planes.shape().extent(2);
    List<MemorySegment> outputs = planes.outputs(resources);
    List<Mat> whole = new ArrayList<>();
    List<Mat> converted = new ArrayList<>();
    for (long image = 0; image < planes.images(); image++) {
      MemorySegment pixels = data.asSlice(planes.begin(image, 0));
      whole.add(images.around(pixels, height, width, CV_MAKETYPE(from, channels), planes.step()));
      for (int i = 0; i < planes.rules().size(); i++) {
        converted.add(images.around(planes.plane(outputs, image, i), height, width, to));
      }
    }
    List<Mat> separate =
        Stream.generate(() -> resources.allocate(planes.source().bytes(height * width)))
            .limit(channels)
            .map(memory -> images.around(memory, height, width, from))
            .toList();
    MatVector list = images.list(separate);
    List<Rule.Affine> rules = planes.rules();
    Runnable work =
        () -> {
          Iterator<Mat> targets = converted.iterator();
          for (Mat image : whole) {
            opencv_core.split(image, list);
            for (int i = 0; i < rules.size(); i++) {
              Rule.Affine rule = rules.get(i);
              separate.get(i).convertTo(targets.next(), to, rule.scale(), rule.bias());
            }
          }
        };
    return trial(resources, work, outputs);
  }

  private static int depth(ElementType type) {
    return switch (type) {
      case U8 -> CV_8U;
      case F16 -> CV_16F;
      case F32 -> CV_32F;
      default -> throw new UnsupportedOperationException("OpenCV is not asked for " + type);
    };
  }
}

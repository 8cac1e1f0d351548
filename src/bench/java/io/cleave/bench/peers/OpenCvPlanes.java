package io.cleave.bench.peers;

import static org.bytedeco.opencv.global.opencv_core.CV_16F;
import static org.bytedeco.opencv.global.opencv_core.CV_32F;
import static org.bytedeco.opencv.global.opencv_core.CV_8U;
import static org.bytedeco.opencv.global.opencv_core.CV_MAKETYPE;
import static org.bytedeco.opencv.global.opencv_core.setNumThreads;
import static org.bytedeco.opencv.global.opencv_core.split;

import io.cleave.bench.Closing;
import io.cleave.bench.Run;
import io.cleave.bench.convert.Planes;
import io.cleave.plan.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.MatVector;

/// OpenCV's `split`, then `convertTo` for each plane: of what it has, `blobFromImages` among it,
/// the fastest way. Neither of the two uses more than one thread in version 4.11.
final class OpenCvPlanes implements Run {
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final Planes planes;
  private final List<MemorySegment> targets;
  private final Mat image;
  private final MatVector channels;
  private final List<Mat> separate;
  private final List<Mat> converted;
  private final int depth;
  private final int threads;

  /// @param threads how many it may use
  OpenCvPlanes(Planes planes, MemorySegment data, int threads) {
    this.threads = threads;
    this.planes = planes;
    Images images = opened(new Images());
    Arena arena = opened(Arena.ofShared());
    long pixels = planes.pixels();
    long plane = planes.source().bytes(pixels);
    this.depth = depth(planes.target());
    this.targets =
        IntStream.range(0, planes.wanted())
            .mapToObj(_ -> arena.allocate(planes.target().bytes(pixels), 64))
            .toList();
    int from = depth(planes.source());
    this.image = images.around(data, 1, pixels, CV_MAKETYPE(from, planes.channels()));
    this.separate =
        IntStream.range(0, planes.channels())
            .mapToObj(_ -> images.around(arena.allocate(plane, 64), 1, pixels, from))
            .toList();
    this.channels = images.list(separate);
    this.converted =
        targets.stream().map(memory -> images.around(memory, 1, pixels, depth)).toList();
  }

  /// Why these planes are not what it can make; empty if they are.
  static String refusal(Planes planes) {
    return planes.target() == ElementType.BF16 ? "OpenCV has no bf16" : "";
  }

  private static int depth(ElementType type) {
    return switch (type) {
      case U8 -> CV_8U;
      case F16 -> CV_16F;
      case F32 -> CV_32F;
      default -> throw new UnsupportedOperationException("OpenCV is not asked for " + type);
    };
  }

  private <T extends AutoCloseable> T opened(T thing) {
    opened.add(thing);
    return thing;
  }

  @Override
  public void once() {
    setNumThreads(threads);
    split(image, channels);
    for (int i = 0; i < converted.size(); i++) {
      separate.get(i).convertTo(converted.get(i), depth, planes.scale()[i], planes.bias()[i]);
    }
  }

  @Override
  public MemorySegment part(int index) {
    return targets.get(index);
  }

  @Override
  public void close() {
    Closing.all(opened);
  }
}

package io.cleave.bench.peers;

import static org.bytedeco.opencv.global.opencv_core.CV_16U;
import static org.bytedeco.opencv.global.opencv_core.CV_32F;
import static org.bytedeco.opencv.global.opencv_core.CV_64F;
import static org.bytedeco.opencv.global.opencv_core.CV_8U;
import static org.bytedeco.opencv.global.opencv_core.CV_CN_MAX;
import static org.bytedeco.opencv.global.opencv_core.CV_MAKETYPE;
import static org.bytedeco.opencv.global.opencv_core.extractChannel;
import static org.bytedeco.opencv.global.opencv_core.mixChannels;
import static org.bytedeco.opencv.global.opencv_core.split;
import static org.bytedeco.opencv.global.opencv_imgproc.COLOR_RGBA2RGB;
import static org.bytedeco.opencv.global.opencv_imgproc.cvtColor;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.MatVector;

/// Chooses the calls of OpenCV that split fastest. Of these, version 4.11 shares `cvtColor` alone
/// between threads.
final class OpenCvWork {
  /// How many pixels `cvtColor` wants for each thread that it calls.
  private static final int STRIPE = 1 << 16;

  /// Crops take as long as runs are many, mixed channels as long as channels are: of a copy at 2
  /// MiB, four of 80 bytes .61 and .36, three of 32 bytes .40 and .52, 33, 7 and 60 bytes .41 and
  /// .03, 3 and 1 .02 and .09.
  private static final int MOST_MIXED = 4;

  private final MemorySegment data;
  private final List<MemorySegment> outputs;
  private final Images images;
  private final Pixels pixels;

  /// All that are not empty.
  private final List<Part> parts;

  private final List<Part> wanted;

  /// Image rows where rows are pixels. `cvtColor` shares rows, and takes 30 times as long for rows
  /// of one pixel; the others do not care.
  private final int lines;

  OpenCvWork(
      SplitPlan plan, MemorySegment data, List<MemorySegment> outputs, Images images, int threads) {
    this.data = data;
    this.outputs = outputs;
    this.images = images;
    this.pixels = Pixels.of(plan);
    this.parts = plan.parts().stream().filter(part -> !part.isEmpty()).toList();
    this.wanted = parts.stream().filter(Part::isWanted).toList();
    this.lines = threads == 1 ? 1 : lines(pixels.count());
  }

  /// Enough for every thread, as far as the number of pixels can be divided.
  private static int lines(long pixels) {
    return IntStream.iterate(Math.clamp(pixels / STRIPE, 1, 64), lines -> lines - 1)
        .filter(lines -> pixels % lines == 0)
        .findFirst()
        .orElseThrow();
  }

  Runnable fastest() {
    if (pixels.channels() > Math.min(CV_CN_MAX, (long) MOST_MIXED * parts.size())) {
      return crops();
    }
    if (pixels.arePlanes(parts)) {
      return planes();
    }
    if (pixels.areColorsAndAlpha(parts) && pixels.width() <= Float.BYTES) {
      return colorsAndAlpha(parts.getFirst(), parts.getLast());
    }
    return mixed();
  }

  /// Also of those that are not wanted: at u8 1080p x 3, extracting one channel takes 380 us, and
  /// this 145.
  private Runnable planes() {
    Mat image = image();
    MatVector planes = images.list(parts.stream().map(this::image).toList());
    return () -> split(image, planes);
  }

  /// At u8 1080p, `cvtColor` takes 190 us and `extractChannel` 380, where `mixChannels` takes 1700.
  private Runnable colorsAndAlpha(Part colors, Part alpha) {
    Mat image = image();
    Mat opaque = image(colors);
    Mat last = image(alpha);
    return () -> {
      if (colors.isWanted()) {
        cvtColor(image, opaque, COLOR_RGBA2RGB);
      }
      if (alpha.isWanted()) {
        extractChannel(image, last, pixels.first(alpha));
      }
    };
  }

  private Runnable mixed() {
    MatVector source = images.list(List.of(image()));
    MatVector targets = images.list(wanted.stream().map(this::image).toList());
    int[] channels = wanted.stream().flatMapToInt(this::channels).toArray();
    // From, to: OpenCV counts the channels of all targets through.
    int[] pairs = new int[2 * channels.length];
    for (int i = 0; i < channels.length; i++) {
      pairs[2 * i] = channels[i];
      pairs[2 * i + 1] = i;
    }
    IntPointer numbers = images.numbers(pairs);
    return () -> mixChannels(source, targets, numbers, channels.length);
  }

  private IntStream channels(Part part) {
    int first = pixels.first(part);
    return IntStream.range(first, first + pixels.channels(part));
  }

  /// Here, a row is a row of the image and a part some of its columns.
  private Runnable crops() {
    Mat image = images.ofBytes(data, pixels.count());
    List<Runnable> crops = wanted.stream().map(part -> crop(image, part)).toList();
    return () -> crops.forEach(Runnable::run);
  }

  private Runnable crop(Mat image, Part part) {
    Mat columns =
        images.columns(image, Math.toIntExact(part.offset()), Math.toIntExact(part.run()));
    Mat target = images.ofBytes(outputs.get(part.index()), pixels.count());
    return () -> columns.copyTo(target);
  }

  private Mat image() {
    return image(data, Math.toIntExact(pixels.channels()));
  }

  private Mat image(Part part) {
    return image(outputs.get(part.index()), pixels.channels(part));
  }

  private Mat image(MemorySegment memory, int channels) {
    int depth =
        switch (pixels.width()) {
          case 1 -> CV_8U;
          case 2 -> CV_16U;
          case 4 -> CV_32F;
          default -> CV_64F;
        };
    int type = CV_MAKETYPE(depth, channels);
    return images.around(memory, lines, pixels.count() / lines, type);
  }
}

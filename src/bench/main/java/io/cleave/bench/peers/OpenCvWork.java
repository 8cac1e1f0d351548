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

import io.cleave.bench.peers.Pixels.Channels;
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

  private final List<Channels> wanted;

  /// Image rows where rows are pixels. `cvtColor` shares rows, and takes 30 times as long for rows
  /// of one pixel; the others do not care.
  private final int lines;

  OpenCvWork(
      SplitPlan plan,
      int wanted,
      MemorySegment data,
      List<MemorySegment> outputs,
      Images images,
      int threads) {
    this.data = data;
    this.outputs = outputs;
    this.images = images;
    this.pixels = Pixels.of(plan);
    this.wanted = pixels.parts().stream().filter(part -> part.part() < wanted).toList();
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
    if (pixels.channels() > Math.min(CV_CN_MAX, (long) MOST_MIXED * pixels.parts().size())) {
      return crops();
    }
    if (pixels.arePlanes()) {
      return planes();
    }
    if (pixels.areColorsAndAlpha() && pixels.width() <= Float.BYTES) {
      return colorsAndAlpha();
    }
    return mixed();
  }

  /// Also of those that are not wanted: at u8 1080p x 3, extracting one channel takes 380 us, and
  /// this 145.
  private Runnable planes() {
    Mat image = image();
    MatVector planes = images.list(pixels.parts().stream().map(this::image).toList());
    return () -> split(image, planes);
  }

  /// At u8 1080p, `cvtColor` takes 190 us and `extractChannel` 380, where `mixChannels` takes 1700.
  private Runnable colorsAndAlpha() {
    Channels colors = pixels.parts().getFirst();
    Channels alpha = pixels.parts().getLast();
    Mat image = image();
    Mat opaque = image(colors);
    Mat last = image(alpha);
    return () -> {
      if (wanted.contains(colors)) {
        cvtColor(image, opaque, COLOR_RGBA2RGB);
      }
      if (wanted.contains(alpha)) {
        extractChannel(image, last, alpha.first());
      }
    };
  }

  private Runnable mixed() {
    MatVector source = images.list(List.of(image()));
    MatVector targets = images.list(wanted.stream().map(this::image).toList());
    int[] channels =
        wanted.stream()
            .flatMapToInt(part -> IntStream.range(part.first(), part.first() + part.count()))
            .toArray();
    // From, to: OpenCV counts the channels of all targets through.
    int[] pairs = new int[2 * channels.length];
    for (int i = 0; i < channels.length; i++) {
      pairs[2 * i] = channels[i];
      pairs[2 * i + 1] = i;
    }
    IntPointer numbers = images.resources().add(new IntPointer(pairs));
    return () -> mixChannels(source, targets, numbers, channels.length);
  }

  /// Here, a row is a row of the image and a part some of its columns.
  private Runnable crops() {
    Mat image = images.ofBytes(data, pixels.count());
    List<Runnable> crops = wanted.stream().map(part -> crop(image, part)).toList();
    return () -> crops.forEach(Runnable::run);
  }

  private Runnable crop(Mat image, Channels part) {
    int begin = part.first() * pixels.width();
    int end = begin + part.count() * pixels.width();
    Mat columns = images.resources().add(image.colRange(begin, end));
    Mat target = images.ofBytes(outputs.get(part.part()), pixels.count());
    return () -> columns.copyTo(target);
  }

  private Mat image() {
    return image(data, Math.toIntExact(pixels.channels()));
  }

  private Mat image(Channels part) {
    return image(outputs.get(part.part()), part.count());
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

package io.cleave.bench.peers;

import static org.bytedeco.opencv.global.opencv_core.CV_8U;

import io.cleave.bench.Closing;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.MatVector;

/// OpenCV's images and lists around memory that exists before. OpenCV writes to an output that has
/// the right size and type, and allocates none.
final class Images implements AutoCloseable {
  /// In the order in which they were opened.
  private final List<AutoCloseable> opened = new ArrayList<>();

  /// An image of one channel.
  Mat ofBytes(MemorySegment memory, long rows) {
    return around(memory, rows, memory.byteSize() / rows, CV_8U);
  }

  /// @param type depth and channels
  Mat around(MemorySegment memory, long rows, long columns, int type) {
    BytePointer pointer = opened(new BytePointer(Outputs.buffer(memory)));
    return opened(new Mat(Math.toIntExact(rows), Math.toIntExact(columns), type, pointer));
  }

  /// Some columns of an image, in the same memory.
  Mat columns(Mat image, int begin, int count) {
    return opened(image.colRange(begin, begin + count));
  }

  MatVector list(List<Mat> images) {
    return opened(new MatVector(images.toArray(Mat[]::new)));
  }

  IntPointer numbers(int[] numbers) {
    return opened(new IntPointer(numbers));
  }

  private <T extends AutoCloseable> T opened(T thing) {
    opened.add(thing);
    return thing;
  }

  @Override
  public void close() {
    Closing.all(opened);
  }
}

package io.cleave.bench.peers;

import static org.bytedeco.opencv.global.opencv_core.CV_8U;

import io.cleave.bench.Resources;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.MatVector;

/// OpenCV's images and lists around given memory. OpenCV writes to an output that has the right
/// size and type, and allocates none.
///
/// @param resources closes them
record Images(Resources resources) {
  /// An image of one channel.
  Mat ofBytes(MemorySegment memory, long rows) {
    return around(memory, rows, memory.byteSize() / rows, CV_8U);
  }

  /// @param type depth and channels
  Mat around(MemorySegment memory, long rows, long columns, int type) {
    return around(memory, rows, columns, type, Mat.AUTO_STEP);
  }

  /// Rows that are padded, or columns of longer ones.
  ///
  /// @param step the bytes from one row to the next
  Mat around(MemorySegment memory, long rows, long columns, int type, long step) {
    BytePointer pointer = resources.add(new BytePointer(Peer.buffer(memory)));
    return resources.add(
        new Mat(Math.toIntExact(rows), Math.toIntExact(columns), type, pointer, step));
  }

  MatVector list(List<Mat> images) {
    return resources.add(new MatVector(images.toArray(Mat[]::new)));
  }
}

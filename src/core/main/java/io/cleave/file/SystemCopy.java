package io.cleave.file;

import io.cleave.file.output.PartRegion;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Optional;

/// Has the system copy parts that stand in the file as one piece each: on Linux from file to file
/// within the kernel, where a file system may even share the blocks.
final class SystemCopy {
  /// A call at a time: bounds how long the end of the process has to wait.
  private static final long PIECE = 64L << 20;

  private final FileChannel source;
  private final MappedContent content;
  private final Progress progress;

  private SystemCopy(FileChannel source, MappedContent content, Progress progress) {
    this.source = source;
    this.content = content;
    this.progress = progress;
  }

  /// Copies the parts, if the system can.
  ///
  /// @param plan what to do to the bytes as they stand in the file
  /// @return false, with nothing done, if it cannot
  static boolean tryCopy(
      SplitPlan plan, StoredTensor data, List<PartRegion> regions, Progress progress)
      throws IOException {
    if (plan.isStacked()
        || !plan.parts().stream().allMatch(Part::isContiguous)
        || !LittleEndian.holds(data.layout())
        || !(data.content() instanceof MappedContent content)
        || !regions.stream().allMatch(PartRegion::takesUnseen)) {
      return false;
    }
    Optional<FileChannel> opened = content.reopen();
    if (opened.isEmpty()) {
      return false;
    }
    try (FileChannel source = opened.get()) {
      new SystemCopy(source, content, progress).copy(plan, regions);
    }
    return true;
  }

  private void copy(SplitPlan plan, List<PartRegion> regions) throws IOException {
    for (Part part : plan.parts()) {
      copy(part, regions.get(part.index()));
    }
  }

  private void copy(Part part, PartRegion region) throws IOException {
    long from = content.offset() + part.offset();
    long size = part.bytes();
    for (long done = 0; done < size; done += PIECE) {
      long piece = Math.min(PIECE, size - done);
      if (region.take(source, from + done, piece) < piece) {
        content.requireWhole();
        throw new IOException("cannot read %s to its end".formatted(content.file()));
      }
      progress.advance(piece);
    }
  }
}

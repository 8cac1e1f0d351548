package io.cleave.file;

import io.cleave.file.output.PartRegion;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.file.window.WindowedSplit;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the data of one tensor, splits it, and writes its parts or compares them.
final class StoredSplit {
  private final StoredTensor data;
  private final SplitPlan inFile;
  private final List<@Nullable PartRegion> regions;
  private final Progress progress;

  /// @param regions one for each part; null for one that is not wanted
  StoredSplit(TensorSplit split, List<@Nullable PartRegion> regions, Progress progress) {
    this.data = split.data();
    this.inFile = data.layout().order().inFile(split.plan());
    this.regions = regions;
    this.progress = progress;
  }

  /// Writes the parts.
  void write(WindowedSplit way) throws IOException {
    guarded(
        arena -> {
          if (!SystemCopy.tryCopy(inFile, data, regions, progress)) {
            var sink = new WritingSink(regions, data.layout(), arena, progress);
            way.carryOut(inFile, data.content(), sink, arena);
          }
        });
    for (PartRegion region : regions) {
      if (region != null) {
        region.requireFull();
      }
    }
  }

  /// Compares the parts with what another way makes of the data.
  ///
  /// @throws WrongPartException if they differ
  void check(WindowedSplit way) throws IOException {
    guarded(
        arena ->
            way.carryOut(
                inFile,
                data.content(),
                new CheckingSink(regions, data.layout(), arena, progress),
                arena));
  }

  @FunctionalInterface
  private interface Work {
    void run(Arena arena) throws IOException;
  }

  private void guarded(Work work) throws IOException {
    // Shared, so that a splitter may use several threads.
    try (Arena arena = Arena.ofShared()) {
      work.run(arena);
    } catch (InternalError e) {
      // How the JVM reports that a page of a mapped file is gone or cannot be read.
      data.content().requireWhole();
      throw new IOException("cannot read %s: %s".formatted(data.file(), e.getMessage()), e);
    } catch (IOException e) {
      // The system's own word for a page that is gone, "bad address", would blame the output.
      data.content().requireWhole();
      throw e;
    }
    data.content().requireWhole();
  }
}

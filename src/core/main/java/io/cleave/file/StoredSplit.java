package io.cleave.file;

import io.cleave.file.output.Outputs;
import io.cleave.file.output.PartRegion;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.file.window.PartSink;
import io.cleave.file.window.WindowedSplit;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;

/// Reads the data of one tensor, splits it, and writes its parts or compares them.
final class StoredSplit {
  private final TensorSplit split;
  private final StoredTensor data;

  /// Plan for the bytes in the order of the file.
  private final SplitPlan plan;

  private final List<PartRegion> regions;
  private final Progress progress;

  private StoredSplit(
      TensorSplit split, SplitPlan plan, List<PartRegion> regions, Progress progress) {
    this.split = split;
    this.data = split.data();
    this.plan = plan;
    this.regions = regions;
    this.progress = progress;
  }

  /// The split of a tensor to its places.
  ///
  /// @param way how it is going to be written
  static StoredSplit of(TensorSplit split, Outputs outputs, WindowedSplit way, Progress progress) {
    SplitPlan plan = split.data().layout().order().inFile(split.plan());
    if (plan.isStacked() && plan.geometry().pieces() == 1) {
      // A stack of one is that part.
      plan = plan.unstacked().only(plan.geometry().slice(0));
    }
    List<PartRegion> regions =
        plan.isStacked() && !way.isInOrder(plan, split.content())
            ? outputs.pieces(plan, split.places().getFirst())
            : outputs.regions(plan, split.places());
    return new StoredSplit(split, plan, regions, progress);
  }

  /// Writes the parts.
  void write(WindowedSplit way) throws IOException {
    guarded(
        arena -> {
          if (!SystemCopy.tryCopy(plan, data, regions, progress)) {
            carryOut(way, new WritingSink(regions, split.made(), arena, progress), arena);
          }
        });
    regions.forEach(PartRegion::requireFull);
  }

  /// Compares the parts with what another way makes of the data.
  ///
  /// @throws WrongPartException if they differ
  void check(WindowedSplit way) throws IOException {
    guarded(
        arena -> carryOut(way, new CheckingSink(regions, split.made(), arena, progress), arena));
  }

  private void carryOut(WindowedSplit way, PartSink sink, Arena arena) throws IOException {
    way.carryOut(plan, split.content(), sink, arena);
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

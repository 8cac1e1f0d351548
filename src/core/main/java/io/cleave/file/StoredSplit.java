package io.cleave.file;

import io.cleave.file.output.Outputs;
import io.cleave.file.output.PartRegion;
import io.cleave.file.output.Place;
import io.cleave.file.tensor.Stack;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.file.window.PartSink;
import io.cleave.file.window.WindowedSplit;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads the data of one tensor, splits it, and writes its parts or compares them.
final class StoredSplit {
  private final TensorSplit split;
  private final StoredTensor data;
  private final SplitPlan inFile;

  /// What is done to the bytes as they stand in the file; null where each part is a tensor.
  private final @Nullable StackedPlan stacked;

  private final List<@Nullable PartRegion> regions;
  private final Progress progress;

  private StoredSplit(
      TensorSplit split,
      @Nullable StackedPlan stacked,
      List<@Nullable PartRegion> regions,
      Progress progress) {
    this.split = split;
    this.data = split.data();
    this.inFile = data.layout().order().inFile(split.plan());
    this.stacked = stacked;
    this.regions = regions;
    this.progress = progress;
  }

  /// The split of a tensor to its places.
  ///
  /// @param way how it is going to be written
  static StoredSplit of(TensorSplit split, Outputs outputs, WindowedSplit way, Progress progress) {
    return split
        .stack()
        .map(stack -> stacked(split, stack, outputs, way, progress))
        .orElseGet(
            () ->
                new StoredSplit(
                    split, null, outputs.regions(split.plan(), split.places()), progress));
  }

  private static StoredSplit stacked(
      TensorSplit split, Stack stack, Outputs outputs, WindowedSplit way, Progress progress) {
    StackedPlan plan = stack.inFile(split.plan(), split.data().layout().order());
    Place place = Objects.requireNonNull(split.places().getFirst(), "a stack has one");
    List<@Nullable PartRegion> regions =
        way.isInOrder(plan, split.content())
            ? Collections.singletonList(outputs.region(place, plan.bytes()))
            : outputs.pieces(plan, place);
    return new StoredSplit(split, plan, regions, progress);
  }

  /// Writes the parts.
  void write(WindowedSplit way) throws IOException {
    guarded(
        arena -> {
          if (stacked != null || !SystemCopy.tryCopy(inFile, data, regions, progress)) {
            carryOut(way, new WritingSink(regions, split.made(), arena, progress), arena);
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
        arena -> carryOut(way, new CheckingSink(regions, split.made(), arena, progress), arena));
  }

  private void carryOut(WindowedSplit way, PartSink sink, Arena arena) throws IOException {
    if (stacked == null) {
      way.carryOut(inFile, split.content(), sink, arena);
    } else {
      way.carryOut(stacked, split.content(), sink, arena);
    }
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

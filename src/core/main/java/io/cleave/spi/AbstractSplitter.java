package io.cleave.spi;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Geometry;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.FlightRecorder;

/// Base of all splitters: checks arguments, allocates, splits strings, counts calls and reports
/// events. Subclasses move the bytes.
public abstract class AbstractSplitter implements Splitter {
  private final Usage usage = new Usage("the splitter");

  /// Moves the bytes. The caller has checked the arguments, and reports the split: this splitter
  /// itself, or another one that is closed before it.
  ///
  /// @param data exactly as large as the plan says
  /// @param parts one for each part of the plan
  public abstract void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts);

  /// The route that a split takes.
  public abstract RouteExplanation route(SplitPlan plan);

  @Override
  public final String explain(SplitPlan plan) {
    try (var _ = usage.enter()) {
      return route(plan).toString();
    }
  }

  /// True if plain Java moves the bytes. Unlike [#device], it describes nothing.
  public boolean isJava() {
    return KnownDevice.isJava(device());
  }

  /// A new store of tensors where this splitter works.
  public Residence residence() {
    return new HostResidence(this);
  }

  /// Releases what the subclass holds; called once, when no split is under way.
  protected abstract void release();

  @Override
  public final void split(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    // A copy, so that what is checked is what is written to, even if the caller changes the list.
    List<MemorySegment> outputs = new ArrayList<>(parts);
    try (var _ = usage.enter()) {
      ArgumentChecks.check(plan, data, outputs);
      // The first event of a class takes 0.1 s, also where nothing records it.
      SplitEvent event = FlightRecorder.isInitialized() ? new SplitEvent() : null;
      if (event != null) {
        event.begin();
      }
      long bytes = plan.data().bytes();
      carryOut(plan, data.byteSize() == bytes ? data : data.asSlice(0, bytes), outputs);
      if (event != null) {
        commit(event, plan);
      }
    } finally {
      // A device knows addresses only: memory of an automatic arena must not be collected under it.
      Reference.reachabilityFence(data);
      Reference.reachabilityFence(outputs);
    }
  }

  @Override
  public final List<Tensor> split(SplitPlan plan, MemorySegment data, Arena arena) {
    try (var _ = usage.enter()) {
      ArgumentChecks.checkData(plan, data);
      List<Tensor> tensors = new ArrayList<>(plan.partCount());
      for (Part part : plan.parts()) {
        tensors.add(allocate(part.type(), part.shape(), arena));
      }
      split(plan, data, tensors.stream().map(Tensor::data).toList());
      return tensors;
    }
  }

  @Override
  public final List<String[]> split(SplitPlan plan, String[] data) {
    try (var _ = usage.enter()) {
      ArgumentChecks.checkData(plan, data);
      List<String[]> parts = new ArrayList<>(plan.partCount());
      for (Part part : plan.parts()) {
        parts.add(new String[part.arrayLength()]);
      }
      Geometry geometry = plan.geometry();
      for (int i = 0; i < geometry.pieces(); i++) {
        String[] part = parts.get(geometry.output(i));
        int run = (int) geometry.run(i);
        for (int row = 0; row < geometry.rows(); row++) {
          int from = (int) (row * geometry.row() + geometry.offset(i));
          System.arraycopy(data, from, part, row * run, run);
        }
      }
      return parts;
    }
  }

  private void commit(SplitEvent event, SplitPlan plan) {
    event.end();
    if (event.shouldCommit()) {
      event.device = device().name();
      event.plan = plan.headline();
      event.parts = plan.partCount();
      event.bytes = plan.data().bytes();
      event.commit();
    }
  }

  private static Tensor allocate(ElementType type, Shape shape, Arena arena) {
    try {
      return Tensor.allocate(type, shape, arena);
    } catch (OutOfMemoryError e) {
      String message =
          "%s %s takes %s bytes, which are not there (%s); split fewer rows or parts at a time"
              .formatted(type, shape, type.bytes(shape.elements()), e.getMessage());
      throw (OutOfMemoryError) new OutOfMemoryError(message).initCause(e);
    }
  }

  @Override
  public final void close() {
    if (usage.close()) {
      release();
    }
  }
}

package io.cleave.spi;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Base of all splitters: checks arguments, allocates, splits strings, counts calls and reports
/// events. Subclasses move the bytes.
public abstract class HostSplitter implements Splitter {
  private final Usage usage = new Usage("the splitter");

  /// Moves the bytes. The caller has checked the arguments, and reports the split: this splitter
  /// itself, or another one that is closed before it.
  ///
  /// @param plan wants exactly the parts that have memory
  /// @param parts as many as the plan has; null where one is not wanted
  public abstract void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts);

  /// Moves bytes into slices of one tensor. The caller has checked the arguments, and reports the
  /// split.
  public void carryOut(StackedPlan plan, MemorySegment data, MemorySegment result) {
    SplitPlan slices = plan.slices();
    carryOut(slices, data, Collections.nCopies(slices.partCount(), result));
  }

  /// The route that a split takes.
  public abstract RouteExplanation route(SplitPlan plan);

  /// The route of a split into slices of one tensor.
  public RouteExplanation route(StackedPlan plan) {
    return route(plan.slices());
  }

  @Override
  public final String explain(SplitPlan plan) {
    return usage.during(() -> route(plan).toString());
  }

  @Override
  public final String explain(StackedPlan plan) {
    return usage.during(() -> route(plan).toString());
  }

  /// A new store of tensors where this splitter works.
  public Residence residence() {
    return new HostResidence(this);
  }

  /// Releases what the subclass holds; called once, when no split is under way.
  protected abstract void release();

  @Override
  public final void split(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    // Not by Usage.during: the lambda costs a tiny split time.
    usage.enter();
    try {
      // A copy, so that what is checked is what is written to, even if the caller changes the list.
      splitChecked(plan, data, new ArrayList<>(parts));
    } finally {
      usage.exit();
    }
  }

  @Override
  public final List<@Nullable Tensor> split(SplitPlan plan, MemorySegment data, Arena arena) {
    return usage.during(
        () -> {
          Checks.checkData(plan, data);
          List<@Nullable Tensor> tensors = new ArrayList<>(plan.partCount());
          List<@Nullable MemorySegment> memory = new ArrayList<>(plan.partCount());
          for (Part part : plan.parts()) {
            Tensor tensor = part.isWanted() ? allocate(plan.partType(), part.shape(), arena) : null;
            tensors.add(tensor);
            memory.add(tensor == null ? null : tensor.data());
          }
          splitChecked(plan, data, memory);
          return tensors;
        });
  }

  @Override
  public final void split(StackedPlan plan, MemorySegment data, MemorySegment result) {
    usage.enter();
    try {
      Checks.check(plan, data, result);
      SplitEvent event = new SplitEvent();
      event.begin();
      carryOut(plan, data, result);
      commit(event, plan.slices());
    } finally {
      Reference.reachabilityFence(data);
      Reference.reachabilityFence(result);
      usage.exit();
    }
  }

  @Override
  public final Tensor split(StackedPlan plan, MemorySegment data, Arena arena) {
    Tensor result = allocate(plan.type(), plan.shape(), arena);
    split(plan, data, result.data());
    return result;
  }

  @Override
  public final List<String @Nullable []> split(SplitPlan plan, String[] data) {
    return usage.during(
        () -> {
          Checks.checkData(plan, data);
          List<String @Nullable []> parts = new ArrayList<>(plan.partCount());
          for (Part part : plan.parts()) {
            parts.add(part.isWanted() ? strings(part, data) : null);
          }
          return parts;
        });
  }

  private static String[] strings(Part part, String[] data) {
    String[] strings = new String[(int) part.size()];
    int run = (int) part.run();
    for (int at = 0; at < strings.length; at += run) {
      System.arraycopy(data, (int) part.inData(at / run), strings, at, run);
    }
    return strings;
  }

  private void splitChecked(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    SplitPlan checked = Checks.check(plan, data, parts);
    SplitEvent event = new SplitEvent();
    event.begin();
    try {
      carryOut(checked, data, parts);
    } finally {
      // A device knows addresses only: memory of an automatic arena must not be collected under it.
      Reference.reachabilityFence(data);
      Reference.reachabilityFence(parts);
    }
    commit(event, plan);
  }

  private void commit(SplitEvent event, SplitPlan plan) {
    event.end();
    if (event.shouldCommit()) {
      event.device = device().name();
      event.plan = plan.headline();
      event.parts = plan.partCount();
      event.bytes = plan.bytes();
      event.commit();
    }
  }

  private static Tensor allocate(ElementType type, Shape shape, Arena arena) {
    try {
      return Tensor.allocate(type, shape, arena);
    } catch (WrongThreadException e) {
      throw new IllegalArgumentException(
          "the arena belongs to another thread; split there, or use Arena.ofShared()", e);
    } catch (OutOfMemoryError e) {
      String message =
          "%s %s takes %s bytes, which are not there (%s); split fewer rows or parts at a time"
              .formatted(type, shape, type.bytes(shape.volume()), e.getMessage());
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

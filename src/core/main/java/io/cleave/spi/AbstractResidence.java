package io.cleave.spi;

import io.cleave.backend.Residence;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.Tensor;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Base of all residences: counts the tensors that are open, and those that share memory, which is
/// released with the last of them.
///
/// @param <B> memory where tensors live
public abstract class AbstractResidence<B> implements Residence {
  private int open;
  private boolean closed;

  /// For residences.
  protected AbstractResidence() {}

  /// Memory with a reference count: one for its maker, and one for each tensor in it.
  ///
  /// @param <B> what the memory is
  protected static final class Block<B> {
    private final B memory;
    private final Runnable release;
    private int users = 1;

    /// @param release gives the memory back
    public Block(B memory, Runnable release) {
      this.memory = memory;
      this.release = release;
    }

    /// The memory.
    public B memory() {
      return memory;
    }

    /// Counts one user more.
    public void hold() {
      users++;
    }

    /// Counts one user less.
    public void letGo() {
      users--;
      if (users == 0) {
        release.run();
      }
    }
  }

  /// Brings a tensor here.
  ///
  /// @return null if it has no bytes and needs no memory
  protected abstract @Nullable Block<B> store(Tensor tensor);

  /// True if parts that are contiguous share the memory of the tensor that is split.
  protected abstract boolean mayView();

  /// Splits a tensor of which something is moved.
  ///
  /// @param at the byte of the memory where it begins
  protected abstract List<@Nullable ResidentTensor> split(SplitPlan plan, Block<B> from, long at);

  /// Copies bytes of the memory to the host.
  ///
  /// @param to takes all bytes of the tensor that begins there
  protected abstract void read(Block<B> from, long at, MemorySegment to);

  /// Gives everything back; called once, when no tensor is open.
  protected abstract void release();

  @Override
  public final ResidentTensor place(Tensor tensor) {
    if (closed) {
      throw new IllegalStateException("the residence is closed; open another one");
    }
    Block<B> block = store(tensor);
    ResidentTensor placed = new Stretch(block, 0, tensor.data().byteSize());
    if (block != null) {
      block.letGo();
    }
    return placed;
  }

  @Override
  public final void close() {
    if (open > 0) {
      throw new IllegalStateException(
          "%s tensors are open; close them before their residence".formatted(open));
    }
    if (!closed) {
      closed = true;
      release();
    }
  }

  /// The tensor of a part.
  ///
  /// @param block left alone by a part that is not wanted or empty
  /// @param at the byte of the block where it begins
  protected final @Nullable ResidentTensor tensor(Part part, @Nullable Block<B> block, long at) {
    return part.isWanted() ? new Stretch(part.isEmpty() ? null : block, at, part.bytes()) : null;
  }

  /// A tensor for each part.
  protected static List<@Nullable ResidentTensor> tensors(
      SplitPlan plan, Function<Part, @Nullable ResidentTensor> maker) {
    List<@Nullable ResidentTensor> made = new ArrayList<>(plan.partCount());
    plan.parts().forEach(part -> made.add(maker.apply(part)));
    return made;
  }

  /// A tensor in a block of memory.
  private final class Stretch implements ResidentTensor {
    private final @Nullable Block<B> block;
    private final long at;
    private final long bytes;
    private boolean closed;

    Stretch(@Nullable Block<B> block, long at, long bytes) {
      this.block = block;
      this.at = at;
      this.bytes = bytes;
      if (block != null) {
        block.hold();
      }
      open++;
    }

    @Override
    public List<@Nullable ResidentTensor> split(SplitPlan plan) {
      requireOpen();
      if (plan.unit() == Unit.ELEMENT) {
        throw new IllegalArgumentException(
            "the plan splits strings; the tensor has %s bytes, so plan with its type"
                .formatted(bytes));
      }
      if (plan.bytes() != bytes) {
        throw new IllegalArgumentException(
            "the plan splits %s bytes; the tensor has %s".formatted(plan.bytes(), bytes));
      }
      if (block == null || plan.parts().stream().noneMatch(Part::isMoved)) {
        return tensors(plan, part -> tensor(part, null, 0));
      }
      return mayView() && plan.isContiguous()
          ? tensors(plan, part -> tensor(part, block, at + part.offset()))
          : AbstractResidence.this.split(plan, block, at);
    }

    @Override
    public void read(MemorySegment to) {
      requireOpen();
      if (to.byteSize() != bytes) {
        throw new IllegalArgumentException(
            "the tensor has %s bytes; the segment has %s".formatted(bytes, to.byteSize()));
      }
      if (block != null) {
        AbstractResidence.this.read(block, at, to);
      }
    }

    private void requireOpen() {
      if (closed) {
        throw new IllegalStateException("the tensor is closed; place another one");
      }
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        open--;
        if (block != null) {
          block.letGo();
        }
      }
    }
  }
}

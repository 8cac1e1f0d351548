package io.cleave.spi;

import io.cleave.Tensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Base of all residences: counts the tensors that are open, and those that share memory, which is
/// released with the last of them. Contiguous parts share the memory of the tensor that is split.
///
/// @param <B> memory where tensors live
public abstract class AbstractResidence<B> implements Residence {
  private int open;
  private boolean closed;

  /// For residences.
  protected AbstractResidence() {}

  /// Memory that is released when the last tensor in it is closed.
  ///
  /// @param <B> what the memory is
  protected static final class Block<B> {
    private final B memory;
    private final Runnable release;
    private int tensors;

    /// @param release gives the memory back
    public Block(B memory, Runnable release) {
      this.memory = memory;
      this.release = release;
    }
  }

  /// Brings a tensor here that has bytes.
  protected abstract Block<B> store(Tensor tensor);

  /// Splits a tensor of which something is moved.
  ///
  /// @param at the byte of the memory where it begins
  /// @return see [#tensors]
  protected abstract List<ResidentTensor> split(SplitPlan plan, B from, long at);

  /// Copies bytes of the memory to the host.
  ///
  /// @param to takes all bytes of the tensor that begins there
  protected abstract void read(B from, long at, MemorySegment to);

  /// Gives everything back; called once, when no tensor is open.
  protected abstract void release();

  @Override
  public final ResidentTensor place(Tensor tensor) {
    if (closed) {
      throw new IllegalStateException("the residence is closed; open another one");
    }
    long bytes = tensor.data().byteSize();
    return new Stretch(bytes == 0 ? null : store(tensor), 0, bytes);
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

  /// A tensor for each part.
  ///
  /// @param moved makes that of a part that has bytes, by [#tensor]
  protected final List<ResidentTensor> tensors(
      SplitPlan plan, Function<Part, ResidentTensor> moved) {
    List<ResidentTensor> made = new ArrayList<>(plan.partCount());
    for (Part part : plan.parts()) {
      made.add(part.isEmpty() ? new Stretch(null, 0, 0) : moved.apply(part));
    }
    return made;
  }

  /// The tensor of a part.
  ///
  /// @param at the byte of the block where it begins
  protected final ResidentTensor tensor(Part part, Block<B> block, long at) {
    return new Stretch(block, at, part.bytes());
  }

  /// A tensor in a block of memory.
  private final class Stretch implements ResidentTensor {
    private final @Nullable Block<B> block;
    private final long at;
    private final long bytes;
    private boolean closed;

    /// @param block null for a tensor without bytes
    Stretch(@Nullable Block<B> block, long at, long bytes) {
      this.block = block;
      this.at = at;
      this.bytes = bytes;
      if (block != null) {
        block.tensors++;
      }
      open++;
    }

    @Override
    public List<ResidentTensor> split(SplitPlan plan) {
      requireOpen();
      if (plan.data().type() == ElementType.STRING) {
        throw new IllegalArgumentException(
            "the plan splits strings; the tensor has %s bytes, so plan with its type"
                .formatted(bytes));
      }
      long planned = plan.data().bytes();
      if (planned > bytes || (planned < bytes && plan.data().isDense())) {
        throw new IllegalArgumentException(
            "the plan splits %s bytes; the tensor has %s".formatted(planned, bytes));
      }
      Block<B> from = block;
      return from == null || plan.parts().stream().allMatch(Part::isContiguous)
          ? tensors(plan, part -> new Stretch(from, at + part.offset(), part.bytes()))
          : AbstractResidence.this.split(plan, from.memory, at);
    }

    @Override
    public void read(MemorySegment to) {
      requireOpen();
      if (to.byteSize() != bytes) {
        throw new IllegalArgumentException(
            "the tensor has %s bytes; the segment has %s".formatted(bytes, to.byteSize()));
      }
      if (block != null) {
        AbstractResidence.this.read(block.memory, at, to);
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
        if (block != null && --block.tensors == 0) {
          block.release.run();
        }
      }
    }
  }
}

package io.cleave.spi;

import io.cleave.Tensor;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Base of all residences: counts the tensors that share memory, which is released with the last of
/// them. Contiguous parts share the memory of the tensor that is split.
///
/// @param <B> memory where tensors live
public abstract class AbstractResidence<B> implements Residence {
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

  /// Splits a tensor of which something is moved into a new block.
  ///
  /// @param at the byte of the memory where it begins
  /// @param layout where the parts begin in the block
  protected abstract Block<B> split(SplitPlan plan, B from, long at, PackedLayout layout);

  /// Copies bytes of the memory to the host.
  ///
  /// @param to takes all bytes of the tensor that begins there
  protected abstract void read(B from, long at, MemorySegment to);

  @Override
  public final ResidentTensor place(Tensor tensor) {
    return new BlockTensor(tensor.data().byteSize() == 0 ? null : store(tensor), 0);
  }

  /// A tensor for each part, in a block that has those with bytes.
  private List<ResidentTensor> tensors(
      SplitPlan plan, @Nullable Block<B> block, ToLongFunction<Part> at) {
    List<ResidentTensor> made = new ArrayList<>(plan.partCount());
    for (Part part : plan.parts()) {
      made.add(new BlockTensor(part.isEmpty() ? null : block, at.applyAsLong(part)));
    }
    return made;
  }

  /// A tensor in a block of memory.
  private final class BlockTensor implements ResidentTensor {
    private final @Nullable Block<B> block;
    private final long at;
    private boolean closed;

    /// @param block null for a tensor without bytes
    BlockTensor(@Nullable Block<B> block, long at) {
      this.block = block;
      this.at = at;
      if (block != null) {
        block.tensors++;
      }
    }

    @Override
    public List<ResidentTensor> split(SplitPlan plan) {
      Block<B> from = block;
      if (from == null || plan.parts().stream().allMatch(Part::isContiguous)) {
        return tensors(plan, from, part -> at + part.offset());
      }
      PackedLayout layout = PackedLayout.of(plan, PackedLayout.PART_ALIGNMENT);
      Block<B> parts = AbstractResidence.this.split(plan, from.memory, at, layout);
      return tensors(plan, parts, part -> layout.offsets().get(part.index()));
    }

    @Override
    public void read(MemorySegment to) {
      if (block != null) {
        AbstractResidence.this.read(block.memory, at, to);
      }
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        if (block != null && --block.tensors == 0) {
          block.release.run();
        }
      }
    }
  }
}

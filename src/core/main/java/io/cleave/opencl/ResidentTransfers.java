package io.cleave.opencl;

import io.cleave.opencl.route.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.List;
import java.util.function.Supplier;

/// Takes tensors to a device's memory and back: straight from the caller's, or a piece at a time
/// where a driver may not have that. Whatever fails, the caller's memory is the caller's
/// afterwards.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class ResidentTransfers<M, E> {
  /// Memory beside the caller's own stays this small.
  private static final long STAGE_BYTES = 64L << 20;

  private final ClSession<M, E> session;

  ResidentTransfers(ClSession<M, E> session) {
    this.session = session;
  }

  /// Fills device memory, and waits.
  void write(MemorySegment from, M memory) {
    if (DriverMemory.is(from)) {
      transfer(from, () -> session.write(from, memory, 0, List.of()));
      return;
    }
    try (Arena arena = Arena.ofShared()) {
      MemorySegment stage = stage(from, arena);
      for (long at = 0; at < from.byteSize(); at += stage.byteSize()) {
        MemorySegment piece = stage.asSlice(0, Math.min(stage.byteSize(), from.byteSize() - at));
        piece.copyFrom(from.asSlice(at, piece.byteSize()));
        await(session.write(piece, memory, at, List.of()));
      }
    }
  }

  /// Reads device memory, when all is done that writes it.
  ///
  /// @param from where to begin in it
  void read(ResidentBlock<M, E> block, long from, MemorySegment to) {
    NativeMemory.requireOwn(to);
    if (!to.isMapped()) {
      transfer(to, () -> session.read(block.memory(), from, to, block.after()));
      return;
    }
    NativeMemory.requireWritable(to);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment stage = stage(to, arena);
      for (long at = 0; at < to.byteSize(); at += stage.byteSize()) {
        MemorySegment piece = stage.asSlice(0, Math.min(stage.byteSize(), to.byteSize() - at));
        await(session.read(block.memory(), from + at, piece, block.after()));
        to.asSlice(at, piece.byteSize()).copyFrom(piece);
      }
    }
  }

  private void transfer(MemorySegment memory, Supplier<E> command) {
    try {
      await(command.get());
    } finally {
      // A device knows addresses only: memory of an automatic arena must not be collected under it.
      Reference.reachabilityFence(memory);
    }
  }

  /// Through which a tensor goes a piece at a time, where a driver may not have its own memory.
  private static MemorySegment stage(MemorySegment memory, Arena arena) {
    return arena.allocate(Math.min(memory.byteSize(), STAGE_BYTES), Placement.ALIGNMENT);
  }

  private void await(E event) {
    Events.finish(session, List.of(event));
  }
}

package io.cleave.cpu;

import io.cleave.cpu.loops.ByKind;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.Kinds;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One split that is under way.
public final class Call implements Work {
  private final Program program;
  private final ByKind<Kernels> kernels;
  private final MemorySegment data;
  private final MemorySegment[] targets;
  private final boolean isConfined;

  /// @param parts one for each part of the plan, those that are not moved included
  public Call(
      Program program,
      ByKind<Kernels> kernels,
      MemorySegment data,
      List<? extends @Nullable MemorySegment> parts) {
    this.program = program;
    this.kernels = kernels;
    this.data = data;
    MovedParts moved = program.moved();
    this.targets = new MemorySegment[moved.count()];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = Objects.requireNonNull(parts.get(moved.index(i)));
    }
    this.isConfined = !isShared();
  }

  private boolean isShared() {
    if (!Kinds.isShared(data)) {
      return false;
    }
    for (MemorySegment target : targets) {
      if (!Kinds.isShared(target)) {
        return false;
      }
    }
    return true;
  }

  ByKind<Kernels> kernels() {
    return kernels;
  }

  MemorySegment data() {
    return data;
  }

  /// Where the parts go that are moved.
  MemorySegment[] targets() {
    return targets;
  }

  /// Whether all of them are of this class.
  boolean isAllOf(Class<?> kind) {
    for (MemorySegment target : targets) {
      if (target.getClass() != kind) {
        return false;
      }
    }
    return true;
  }

  /// Whether other threads may not touch all of the memory.
  public boolean isConfined() {
    return isConfined;
  }

  @Override
  public long pieces() {
    return program.pieces();
  }

  @Override
  public void carryOut(long piece) {
    program.carryOut(this, piece);
  }

  /// Does all pieces.
  public void carryOut() {
    for (long piece = 0; piece < program.pieces(); piece++) {
      program.carryOut(this, piece);
    }
  }
}

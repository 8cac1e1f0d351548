package io.cleave.cpu.vector;

import static java.lang.invoke.MethodType.methodType;

import io.cleave.cpu.loops.Gate;
import io.cleave.cpu.loops.Kinds;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.ConcurrentHashMap;

/// The loops of all kernels for vectors of one width and some kinds of memory. Safe for use by many
/// threads.
///
/// Every loop reads and writes whole vectors: what lies beyond the runs must belong to the caller.
///
/// They are called by handles that are no constants, so that C2 compiles each loop for itself, when
/// it is hot. Without that, callers that were hot already were compiled anew with a loop in them
/// that had just begun, of which C2 knew nothing: runs of 80 to 120 bytes after some of 42 came at
/// 5.8 GB/s from then on in one JVM of two, and at 50 in the other.
final class Loops {
  private final LoopKind kind;
  private final MethodHandles.Lookup copy;
  private final ConcurrentHashMap<String, Loop> found = new ConcurrentHashMap<>();

  Loops(LoopKind kind) {
    this.kind = kind;
    this.copy = copy(kind);
  }

  /// Carries out steps of so many windows: geometry, data, from where the first run begins, part,
  /// where it goes, steps.
  Loop windows(int count) {
    return find("windows" + count, Windows.class, MemorySegment.class);
  }

  /// Carries runs of more than a vector, and up to two: geometry, data, from where the first run
  /// begins, part, where it goes, rows.
  Loop pairs() {
    return find("pairs", RunMover.class, MemorySegment.class);
  }

  /// Carries runs of a vector or more, as [#pairs] does.
  Loop runs() {
    return find("runs", RunMover.class, MemorySegment.class);
  }

  /// Carries out steps of two to four columns: geometry, data, from where the first row begins,
  /// parts, where its run goes in each of them, steps.
  Loop columns(int count) {
    return find("columns" + count, Columns.class, MemorySegment[].class);
  }

  private Loop find(String name, Class<?> geometry, Class<?> parts) {
    return found.computeIfAbsent(
        name,
        missing ->
            new Loop(handle(missing, geometry, parts), new Gate("%s of %s".formatted(name, kind))));
  }

  private static MethodHandles.Lookup copy(LoopKind kind) {
    try {
      return Kinds.copy(
          MethodHandles.privateLookupIn(RunLoops.class, MethodHandles.lookup()), kind);
    } catch (Exception e) {
      throw new LinkageError("cannot copy %s".formatted(RunLoops.class), e);
    }
  }

  private MethodHandle handle(String name, Class<?> geometry, Class<?> parts) {
    try {
      return copy.findStatic(
          copy.lookupClass(),
          name,
          methodType(
              void.class, geometry, MemorySegment.class, long.class, parts, long.class, int.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("%s has no loop %s".formatted(RunLoops.class, name), e);
    }
  }
}

package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// Puts ranges of the bytes of one part together, out of runs that begin and end anywhere within a
/// byte. Immutable; used by many threads.
public interface BitMover {
  /// A word that begins with up to 7 other bits has room for a run of so many bits, and does not
  /// get full.
  int SHORT_RUN = Long.SIZE - Byte.SIZE;

  /// Writes bytes `begin` to `end - 1` of the part and no other. Bits after the part's last one
  /// become 0.
  ///
  /// @param begin where a run begins, if runs are no longer than [#SHORT_RUN]
  /// @param end where a run ends, or the part does, if they are not
  void fill(MemorySegment data, MemorySegment part, long begin, long end);
}

package io.cleave.cpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/// Copies the runs of one part out of consecutive rows. Where a run is short, a typed loop over the
/// words of all rows is far faster than a bulk copy for each run, which costs about as much as
/// moving 32 bytes.
final class RunCopier {
  /// From this run on a bulk copy per run wins: see [ByteStage#isShort] for runs just longer. Runs
  /// of 256 bytes, f32 [8192, 4096] into 64 parts, it moves twice as fast as the loop over words.
  static final long BULK_RUN = 64;

  private RunCopier() {}

  /// Copies `rows` runs.
  ///
  /// @param from where the first run begins in the data
  /// @param pitch from one run of the data to the next
  /// @param to where the first run goes in the part; the others follow it closely
  static void copy(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, long run, long rows) {
    if (run == pitch) {
      MemorySegment.copy(data, from, part, to, run * rows);
    } else if (run >= BULK_RUN) {
      for (int i = 0; i < rows; i++) {
        MemorySegment.copy(data, from + i * pitch, part, to + i * run, run);
      }
    } else {
      copyWords(data, from, pitch, part, to, run, rows);
    }
  }

  private static void copyWords(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, long run, long rows) {
    if (run % Long.BYTES == 0) {
      copyLongs(data, from, pitch, part, to, run, rows);
    } else if (run % Integer.BYTES == 0) {
      copyInts(data, from, pitch, part, to, run, rows);
    } else if (run % Short.BYTES == 0) {
      copyShorts(data, from, pitch, part, to, run, rows);
    } else {
      copyBytes(data, from, pitch, part, to, run, rows);
    }
  }

  private static void copyLongs(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, long run, long rows) {
    for (long word = 0; word < run; word += Long.BYTES) {
      for (int i = 0; i < rows; i++) {
        part.set(
            JAVA_LONG_UNALIGNED,
            to + word + i * run,
            data.get(JAVA_LONG_UNALIGNED, from + word + i * pitch));
      }
    }
  }

  private static void copyInts(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, long run, long rows) {
    for (long word = 0; word < run; word += Integer.BYTES) {
      for (int i = 0; i < rows; i++) {
        part.set(
            JAVA_INT_UNALIGNED,
            to + word + i * run,
            data.get(JAVA_INT_UNALIGNED, from + word + i * pitch));
      }
    }
  }

  private static void copyShorts(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, long run, long rows) {
    for (long word = 0; word < run; word += Short.BYTES) {
      for (int i = 0; i < rows; i++) {
        part.set(
            JAVA_SHORT_UNALIGNED,
            to + word + i * run,
            data.get(JAVA_SHORT_UNALIGNED, from + word + i * pitch));
      }
    }
  }

  private static void copyBytes(
      MemorySegment data, long from, long pitch, MemorySegment part, long to, long run, long rows) {
    for (long word = 0; word < run; word += Byte.BYTES) {
      for (int i = 0; i < rows; i++) {
        part.set(JAVA_BYTE, to + word + i * run, data.get(JAVA_BYTE, from + word + i * pitch));
      }
    }
  }
}

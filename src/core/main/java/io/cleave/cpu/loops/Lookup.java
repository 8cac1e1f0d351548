package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.cleave.convert.Definition;
import java.lang.foreign.MemorySegment;

/// Lookup table of converted elements of up to 8 bits, by bytes. A byte stands for all elements
/// that share it, which is three times as fast as unpacking them first, or for one unpacked
/// element.
final class Lookup {
  private static final int CODES = 1 << Byte.SIZE;

  /// The converted elements of each byte, as words; in one of the other two arrays if they are less
  /// than a word.
  private final long[] words;

  private final int[] halves;
  private final short[] quarters;
  private final int wordsPerByte;

  /// @param perByte the elements of a byte; 1 for unpacked ones
  Lookup(Definition definition, int perByte) {
    int width = definition.target().bits() / Byte.SIZE;
    int bytes = perByte * width;
    this.wordsPerByte = bytes / Long.BYTES;
    this.words = new long[CODES * wordsPerByte];
    this.halves = new int[bytes == Integer.BYTES ? CODES : 0];
    this.quarters = new short[bytes == Short.BYTES ? CODES : 0];
    MemorySegment all =
        switch (bytes) {
          case Short.BYTES -> MemorySegment.ofArray(quarters);
          case Integer.BYTES -> MemorySegment.ofArray(halves);
          default -> MemorySegment.ofArray(words);
        };
    boolean isReversed = definition.source().isMostSignificantFirst();
    long[] patterns = definition.table();
    for (int i = 0; i < CODES * perByte; i++) {
      int place = isReversed ? perByte - 1 - i % perByte : i % perByte;
      long made = patterns[(i / perByte) >> (definition.source().bits() * place)];
      long at = (long) i * width;
      switch (width) {
        case Short.BYTES -> all.set(JAVA_SHORT_UNALIGNED, at, (short) made);
        case Integer.BYTES -> all.set(JAVA_INT_UNALIGNED, at, (int) made);
        default -> all.set(JAVA_LONG_UNALIGNED, at, made);
      }
    }
  }

  /// Converts the elements of the first bytes in the scratch array.
  ///
  /// @param at the byte of the part where they go
  void convert(Scratch scratch, int count, MemorySegment part, long at) {
    if (quarters.length > 0) {
      look(quarters, scratch.bytes, scratch.shorts, count);
      MemorySegment.copy(scratch.shorts, 0, part, JAVA_SHORT_UNALIGNED, at, count);
    } else if (halves.length > 0) {
      look(halves, scratch.bytes, scratch.ints, count);
      MemorySegment.copy(scratch.ints, 0, part, JAVA_INT_UNALIGNED, at, count);
    } else {
      look(words, wordsPerByte, scratch.bytes, scratch.longs, count);
      int all = count * wordsPerByte;
      MemorySegment.copy(scratch.longs, 0, part, JAVA_LONG_UNALIGNED, at, all);
    }
  }

  private static void look(short[] table, byte[] codes, short[] made, int count) {
    for (int i = 0; i < count; i++) {
      made[i] = table[codes[i] & 0xFF];
    }
  }

  private static void look(int[] table, byte[] codes, int[] made, int count) {
    for (int i = 0; i < count; i++) {
      made[i] = table[codes[i] & 0xFF];
    }
  }

  private static void look(long[] table, int width, byte[] codes, long[] made, int count) {
    if (width == 1) {
      for (int i = 0; i < count; i++) {
        made[i] = table[codes[i] & 0xFF];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      System.arraycopy(table, (codes[i] & 0xFF) * width, made, i * width, width);
    }
  }
}

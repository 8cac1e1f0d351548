package io.cleave.conformance;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The oracle: a split that is too simple to be wrong. It walks every index tuple of a part, finds
/// the element in the data by Horner's rule, and copies this one element. It knows no rows, no runs
/// and no plan.
///
/// It takes some ten nanoseconds an element, so it is for tests and not for work. Immutable and
/// safe for use by many threads.
public final class NaiveSplit {
  private final long[] extents;
  private final int axis;
  private final long[] lengths;

  /// @param axis counted from 0, or from the end if negative
  /// @param lengths of the parts along the axis, all of them known; they sum to its extent
  public NaiveSplit(Shape shape, long axis, long... lengths) {
    long[] all = shape.extents();
    int along = (int) (axis < 0 ? axis + all.length : axis);
    // Of an extent of 1 the index is always 0: a shape of very many takes no longer without them.
    this.extents =
        IntStream.range(0, all.length)
            .filter(i -> i == along || all[i] != 1)
            .mapToLong(i -> all[i])
            .toArray();
    this.axis = (int) IntStream.range(0, along).filter(i -> all[i] != 1).count();
    this.lengths = lengths.clone();
  }

  /// The bytes of one part, in a new array.
  ///
  /// @param data packed elements of the shape, less than 2 GiB
  /// @param axis counted from 0, or from the end if negative
  /// @param start the first position along the axis
  /// @param length the positions along the axis
  public static byte[] part(
      MemorySegment data, ElementType type, Shape shape, long axis, long start, long length) {
    return new NaiveSplit(shape, axis, length).part(bytes(data), type, start, length);
  }

  /// The bytes of every part, in new arrays.
  ///
  /// @param data packed elements of the shape, less than 2 GiB
  public List<byte[]> split(MemorySegment data, ElementType type) {
    byte[] from = bytes(data);
    List<byte[]> parts = new ArrayList<>(lengths.length);
    long start = 0;
    for (long length : lengths) {
      parts.add(part(from, type, start, length));
      start += length;
    }
    return parts;
  }

  /// An array of our own, as segments of several kinds at one place are slow.
  private static byte[] bytes(MemorySegment data) {
    return data.toArray(ValueLayout.JAVA_BYTE);
  }

  private byte[] part(byte[] from, ElementType type, long start, long length) {
    byte[] to = new byte[Math.toIntExact(type.bytes(elements(length)))];
    walk(start, length, type.isSubByte() ? bits(type, from, to) : bytes(type, from, to));
    return to;
  }

  /// Copies elements of whole bytes.
  private static Copy bytes(ElementType type, byte[] from, byte[] to) {
    int width = type.bits() / Byte.SIZE;
    return (target, source) -> {
      for (int i = 0; i < width; i++) {
        to[(int) (target * width + i)] = from[(int) (source * width + i)];
      }
    };
  }

  /// Copies elements bit by bit, in the order of their type, to what was zero.
  private static Copy bits(ElementType type, byte[] from, byte[] to) {
    int width = type.bits();
    // Turns the place of a bit into its distance from the least significant end of the byte.
    int turn = type.isMostSignificantFirst() ? Byte.SIZE - 1 : 0;
    return (target, source) -> {
      for (int i = 0; i < width; i++) {
        long at = source * width + i;
        int bit = from[(int) (at / Byte.SIZE)] >>> (at % Byte.SIZE ^ turn) & 1;
        long goal = target * width + i;
        to[(int) (goal / Byte.SIZE)] |= (byte) (bit << (goal % Byte.SIZE ^ turn));
      }
    };
  }

  /// The strings of every part, in new arrays.
  public List<String[]> split(String[] data) {
    List<String[]> parts = new ArrayList<>(lengths.length);
    long start = 0;
    for (long length : lengths) {
      String[] part = new String[Math.toIntExact(elements(length))];
      walk(start, length, (to, from) -> part[(int) to] = data[(int) from]);
      parts.add(part);
      start += length;
    }
    return parts;
  }

  /// Takes a position in the part, and the position in the data where its element comes from.
  @FunctionalInterface
  private interface Copy {
    void element(long target, long source);
  }

  private void walk(long start, long length, Copy copy) {
    long[] part = withLength(length);
    long[] index = new long[part.length];
    long elements = elements(length);
    for (long to = 0; to < elements; to++) {
      copy.element(to, position(index, start));
      advance(index, part);
    }
  }

  private long elements(long length) {
    return Shape.of(withLength(length)).elements();
  }

  private long[] withLength(long length) {
    long[] part = extents.clone();
    part[axis] = length;
    return part;
  }

  private long position(long[] index, long start) {
    long position = 0;
    for (int i = 0; i < extents.length; i++) {
      position = position * extents[i] + index[i] + (i == axis ? start : 0);
    }
    return position;
  }

  private static void advance(long[] index, long[] part) {
    for (int i = index.length - 1; i >= 0; i--) {
      if (++index[i] < part[i]) {
        return;
      }
      index[i] = 0;
    }
  }
}

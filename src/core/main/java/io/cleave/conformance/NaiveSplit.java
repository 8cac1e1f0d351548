package io.cleave.conformance;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// The oracle: a split that is too simple to be wrong. A loop for each dimension finds an element
/// of a part in the data, by Horner's rule, and copies this one element. It knows no rows, no runs
/// and no plan.
///
/// It takes some nanoseconds an element, so it is for tests and not for work. Immutable and safe
/// for use by many threads.
public final class NaiveSplit {
  private final long[] extents;
  private final int axis;
  private final long[] lengths;

  /// @param axis counted from 0, or from the end if negative
  /// @param lengths of the parts along the axis, all of them known; they sum to its extent
  public NaiveSplit(Shape shape, long axis, long... lengths) {
    this.extents = shape.extents();
    this.axis = (int) (axis < 0 ? axis + extents.length : axis);
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

  /// Arrays on both sides, as segments of several kinds at one place are slow.
  private static byte[] bytes(MemorySegment data) {
    return data.toArray(ValueLayout.JAVA_BYTE);
  }

  private byte[] part(byte[] data, ElementType type, long start, long length) {
    byte[] part = new byte[Math.toIntExact(type.bytes(elements(length)))];
    int bits = type.bits();
    int width = bits / Byte.SIZE;
    if (type.isSubByte()) {
      int turn = type.isMostSignificantFirst() ? Byte.SIZE - 1 : 0;
      copyAll(
          start,
          length,
          (to, from) -> {
            for (int i = 0; i < bits; i++) {
              copyBit(data, from * bits + i, part, to * bits + i, turn);
            }
          });
    } else {
      copyAll(
          start,
          length,
          (to, from) -> System.arraycopy(data, (int) from * width, part, (int) to * width, width));
    }
    return part;
  }

  /// @param goal zeros where nothing is written yet
  /// @param turn turns the place of a bit in a byte into its distance from the least significant
  ///   end
  private static void copyBit(byte[] data, long from, byte[] goal, long to, int turn) {
    int bit = data[(int) (from / Byte.SIZE)] >> (from % Byte.SIZE ^ turn) & 1;
    goal[(int) (to / Byte.SIZE)] |= (byte) (bit << (to % Byte.SIZE ^ turn));
  }

  /// The strings of every part, in new arrays.
  public List<String[]> split(String[] data) {
    List<String[]> parts = new ArrayList<>(lengths.length);
    long start = 0;
    for (long length : lengths) {
      String[] part = new String[Math.toIntExact(elements(length))];
      copyAll(start, length, (to, from) -> part[(int) to] = data[(int) from]);
      parts.add(part);
      start += length;
    }
    return parts;
  }

  private long elements(long length) {
    long[] part = extents.clone();
    part[axis] = length;
    return Shape.of(part).elements();
  }

  /// Takes a position in the part, and the position in the data where its element comes from.
  @FunctionalInterface
  private interface Copy {
    void element(long to, long from);
  }

  private void copyAll(long start, long length, Copy copy) {
    if (elements(length) > 0) {
      copy(0, 0, 0, start, length, copy);
    }
  }

  /// @param to the position of what the indices of the dimensions before name
  private void copy(int dimension, long to, long from, long start, long length, Copy copy) {
    long extent = extents[dimension];
    long count = dimension == axis ? length : extent;
    long first = dimension == axis ? start : 0;
    boolean isLast = dimension == extents.length - 1;
    for (long i = 0; i < count; i++) {
      long goal = to * count + i;
      long source = from * extent + first + i;
      if (isLast) {
        copy.element(goal, source);
      } else {
        copy(dimension + 1, goal, source, start, length, copy);
      }
    }
  }
}

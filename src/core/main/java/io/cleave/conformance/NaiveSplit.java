package io.cleave.conformance;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

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
  /// @param lengths of the parts along the axis, all of them known; they sum to its extent at most
  public NaiveSplit(Shape shape, long axis, long... lengths) {
    this.extents = shape.extents();
    this.axis = (int) (axis < 0 ? axis + extents.length : axis);
    this.lengths = lengths.clone();
  }

  /// The bytes of every part, in new arrays.
  ///
  /// @param data packed elements of the shape, less than 2 GiB
  public List<byte[]> split(MemorySegment data, ElementType type) {
    return split(data, type, 0);
  }

  /// The bytes of every part, in new arrays, where the first one begins at a position of the axis.
  ///
  /// @param data packed elements of the shape, less than 2 GiB
  public List<byte[]> split(MemorySegment data, ElementType type, long start) {
    // Arrays on both sides, as segments of several kinds at one place are slow.
    byte[] bytes = data.toArray(ValueLayout.JAVA_BYTE);
    int bits = type.bits();
    int width = bits / Byte.SIZE;
    int turn = type.isMostSignificantFirst() ? Byte.SIZE - 1 : 0;
    Copy<byte[]> byBits =
        (part, to, from) -> {
          for (int i = 0; i < bits; i++) {
            copyBit(bytes, from * bits + i, part, to * bits + i, turn);
          }
        };
    Copy<byte[]> byBytes =
        (part, to, from) ->
            System.arraycopy(bytes, (int) from * width, part, (int) to * width, width);
    return parts(
        start,
        elements -> new byte[Math.toIntExact(type.bytes(elements))],
        type.isSubByte() ? byBits : byBytes);
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
    return parts(
        0,
        elements -> new String[Math.toIntExact(elements)],
        (part, to, from) -> part[(int) to] = data[(int) from]);
  }

  /// Takes a position in the part, and the position in the data where its element comes from.
  @FunctionalInterface
  private interface Copy<P> {
    void element(P part, long to, long from);
  }

  /// @param first where the first part begins on the axis
  /// @param maker makes a part of so many elements
  private <P> List<P> parts(long first, LongFunction<P> maker, Copy<P> copy) {
    List<P> parts = new ArrayList<>(lengths.length);
    long start = first;
    for (long length : lengths) {
      long[] shape = extents.clone();
      shape[axis] = length;
      long elements = Shape.of(shape).elements();
      P part = maker.apply(elements);
      if (elements > 0) {
        copy(part, 0, 0, 0, start, length, copy);
      }
      parts.add(part);
      start += length;
    }
    return parts;
  }

  /// @param to the position of what the indices of the dimensions before name
  private <P> void copy(
      P part, int dimension, long to, long from, long start, long length, Copy<P> copy) {
    long extent = extents[dimension];
    long count = dimension == axis ? length : extent;
    long first = dimension == axis ? start : 0;
    boolean isLast = dimension == extents.length - 1;
    for (long i = 0; i < count; i++) {
      long goal = to * count + i;
      long source = from * extent + first + i;
      if (isLast) {
        copy.element(part, goal, source);
      } else {
        copy(part, dimension + 1, goal, source, start, length, copy);
      }
    }
  }
}

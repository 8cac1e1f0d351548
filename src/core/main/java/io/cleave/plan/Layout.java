package io.cleave.plan;

import io.cleave.plan.axis.Axis;
import io.cleave.text.OneLine;
import java.util.Arrays;
import java.util.Objects;

/// Element type, shape and row pitch of the data, or of a window of it.
///
/// Dense data is row-major without gaps. [#pitched] tells where rows are padded, [#cropped] takes a
/// window, in any order and as often as needed:
///
/// ```
/// Layout.of(U8, 1080, 1920, 3).pitched(0, 8192).cropped(0, 40, 224).cropped(1, 60, 224)
/// ```
///
/// Types narrower than a byte are packed, and each row of a window must begin on a whole byte.
/// Strings are always dense.
///
/// An immutable value, checked when it is made: all positions fit a signed 64-bit number.
public final class Layout {
  private final ElementType type;

  /// The extents of the tensor that the window is taken from.
  private final Shape whole;

  /// Where the window begins along each axis.
  private final long[] from;

  private final Shape shape;

  /// The bytes between two indices of an axis, 0 where they are dense.
  private final long[] pitches;

  /// In bits, or in elements of strings.
  private final long[] strides;

  /// In bits, or in elements of strings.
  private final long start;

  /// The bytes of the memory up to the end of the last element.
  private final long bytes;

  private final boolean isDense;

  private Layout(ElementType type, Shape whole, long[] from, Shape shape, long[] pitches) {
    this.type = type;
    this.whole = whole;
    this.from = from;
    this.shape = shape;
    this.pitches = pitches;
    type.bits(whole.elements());
    this.strides = strides(type, whole, pitches);
    long sum = 0;
    for (int i = 0; i < from.length; i++) {
      sum += from[i] * strides[i];
    }
    this.start = shape.elements() == 0 ? 0 : sum;
    long end = shape.elements() == 0 ? 0 : start + type.bits();
    for (int i = 0; i < strides.length && end > 0; i++) {
      end += (shape.extent(i) - 1) * strides[i];
    }
    this.bytes = Math.ceilDiv(end, Byte.SIZE);
    this.isDense = start == 0 && pitchedAxis(0) < 0;
    if (type.isSubByte()) {
      requireWholeBytes();
    }
  }

  /// A dense row-major tensor.
  ///
  /// @throws IllegalArgumentException if an extent is negative, or its bits do not fit a signed
  ///   64-bit number
  public static Layout of(ElementType type, long... extents) {
    return of(type, Shape.of(extents));
  }

  /// A dense row-major tensor.
  ///
  /// @throws IllegalArgumentException if its bits do not fit a signed 64-bit number
  public static Layout of(ElementType type, Shape shape) {
    return new Layout(type, shape, new long[shape.rank()], shape, new long[shape.rank()]);
  }

  /// Copy in which index `i + 1` of an axis begins `bytes` after index `i`, as `Mat.step()` or
  /// `getScanlineStride()` say. A window stays where it is in the tensor.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @throws IllegalArgumentException if there is no such axis, indices would overlap, the last
  ///   position does not fit 64 bits, or for strings
  public Layout pitched(int axis, long bytes) {
    requireNoStrings("pitched");
    if (bytes < 1) {
      throw new IllegalArgumentException("a pitch must be 1 byte or more, not %s".formatted(bytes));
    }
    long[] changed = pitches.clone();
    changed[Axis.of(axis, shape.rank(), shape).index()] = bytes;
    return new Layout(type, whole, from, shape, changed);
  }

  /// The window `from .. from + length - 1` of one axis, in the same memory.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @throws IllegalArgumentException if there is no such axis, it does not hold the window, a row
  ///   of the window begins within a byte, or for strings
  public Layout cropped(int axis, long from, long length) {
    requireNoStrings("cropped");
    int along = Axis.of(axis, shape.rank(), shape).index();
    long extent = shape.extent(along);
    if (from < 0 || length < 0 || from > extent || length > extent - from) {
      throw new IllegalArgumentException(
          "a window of %s from %s must lie within 0..%s, axis %s of shape %s"
              .formatted(length, from, extent, along, shape));
    }
    long[] moved = this.from.clone();
    moved[along] += from;
    return new Layout(type, whole, moved, shape.with(along, length), pitches);
  }

  /// The layout of the same memory where all axes are counted from the other end.
  Layout reversed() {
    if (Arrays.stream(pitches).anyMatch(pitch -> pitch > 0)) {
      throw new IllegalArgumentException(
          "axes are reversed of data without pitches, not of " + this);
    }
    long[] turned = new long[from.length];
    for (int i = 0; i < turned.length; i++) {
      turned[i] = from[from.length - 1 - i];
    }
    return new Layout(type, whole.reversed(), turned, shape.reversed(), new long[turned.length]);
  }

  /// The layout of `count` indices of an axis, at one index of each axis before it. Its memory
  /// begins at [#offset].
  Layout slab(int axis, long count) {
    long[] moved = Arrays.copyOfRange(from, axis, from.length);
    moved[0] = 0;
    return new Layout(
        type,
        whole.from(axis).with(0, count),
        moved,
        shape.from(axis).with(0, count),
        Arrays.copyOfRange(pitches, axis, pitches.length));
  }

  /// The byte of the memory where the element with this index begins, 0 along the axes that it
  /// leaves out; windows of those are not counted.
  public long offset(long... index) {
    long bits = 0;
    for (int i = 0; i < index.length; i++) {
      bits += (from[i] + index[i]) * strides[i];
    }
    return bits / Byte.SIZE;
  }

  /// True if this is a window of that dense tensor, or all of it.
  public boolean isWindowOf(Layout tensor) {
    return type == tensor.type
        && whole.equals(tensor.shape)
        && tensor.isDense
        && Arrays.stream(pitches).allMatch(pitch -> pitch == 0);
  }

  private void requireNoStrings(String what) {
    if (type == ElementType.STRING) {
      throw new IllegalArgumentException(
          "strings are not %s; give them as a dense array".formatted(what));
    }
  }

  /// The distances of two indices, which must not overlap. All 0 for an empty tensor, whose other
  /// extents may be too large to be multiplied.
  private static long[] strides(ElementType type, Shape whole, long[] pitches) {
    long[] strides = new long[whole.rank()];
    if (whole.elements() == 0) {
      return strides;
    }
    long span = type.width();
    long dense = span;
    for (int i = strides.length - 1; i >= 0; i--) {
      if (pitches[i] > 0 && pitches[i] < Math.ceilDiv(span, Byte.SIZE)) {
        throw new IllegalArgumentException(
            "a pitch of %s bytes along axis %s of %s %s is less than the %s bytes of one index; give the distance in bytes"
                .formatted(pitches[i], i, type, whole, Math.ceilDiv(span, Byte.SIZE)));
      }
      strides[i] = pitches[i] > 0 ? times(pitches[i], Byte.SIZE, i, pitches) : dense;
      dense = times(strides[i], whole.extent(i), i, pitches);
      span += dense - strides[i];
    }
    return strides;
  }

  private static long times(long stride, long count, int axis, long[] pitches) {
    if (stride > Long.MAX_VALUE / count) {
      throw new IllegalArgumentException(
          "pitches of %s bytes take axis %s beyond %s bits; split a smaller tensor"
              .formatted(OneLine.list(pitches), axis, Long.MAX_VALUE));
    }
    return stride * count;
  }

  /// Axes outside the last pitched one have multiples of its stride, or pitches of whole bytes.
  private void requireWholeBytes() {
    int pitched = pitchedAxis(0);
    if (start % Byte.SIZE != 0 || (pitched >= 0 && strides[pitched] % Byte.SIZE != 0)) {
      throw new IllegalArgumentException(
          "each row of a window of %s must begin on a whole byte, which %s does not; crop at a multiple of %s elements, or pitch the rows"
              .formatted(type, this, Byte.SIZE));
    }
  }

  /// The element type.
  public ElementType type() {
    return type;
  }

  /// The shape of the window.
  public Shape shape() {
    return shape;
  }

  /// True if the elements follow one another without gaps from the first byte of the memory on.
  public boolean isDense() {
    return isDense;
  }

  /// The bytes that the memory must have: from its beginning, wherever the window is, to the end of
  /// the last element. The last byte may be partly unused.
  ///
  /// @throws IllegalStateException for strings, which have no fixed size
  public long bytes() {
    if (type == ElementType.STRING) {
      throw new IllegalStateException("strings have no size in bytes; count elements instead");
    }
    return bytes;
  }

  /// The last axis, not before `first`, along which the window is not dense; -1 if there is none.
  int pitchedAxis(int first) {
    long dense = type.width();
    for (int i = strides.length - 1; i >= first && shape.elements() > 0; i--) {
      if (shape.extent(i) > 1 && strides[i] != dense) {
        return i;
      }
      dense *= shape.extent(i);
    }
    return -1;
  }

  /// The distance of two indices of an axis, in bits, or in elements of strings.
  public long stride(int axis) {
    return strides[axis];
  }

  /// Where the window begins, in bits.
  long start() {
    return start;
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof Layout that
            && type == that.type
            && shape.equals(that.shape)
            && whole.equals(that.whole)
            && Arrays.equals(from, that.from)
            && Arrays.equals(pitches, that.pitches));
  }

  @Override
  public int hashCode() {
    return Objects.hash(type, shape, start, Arrays.hashCode(strides));
  }

  /// `u8 [224, 224, 3]`, or `u8 [224, 224, 3] from byte 327860, strides [8192, 3, 1] bytes`.
  @Override
  public String toString() {
    if (isDense()) {
      return type + " " + shape;
    }
    long unit = type.isSubByte() ? 1 : Byte.SIZE;
    return "%s %s from byte %s, strides %s %s"
        .formatted(
            type,
            shape,
            start / Byte.SIZE,
            OneLine.list(strides.length, i -> Long.toString(strides[i] / unit)),
            type.isSubByte() ? "bits" : "bytes");
  }
}

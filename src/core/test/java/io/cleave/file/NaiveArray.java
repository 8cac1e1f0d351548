package io.cleave.file;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/// An array as NumPy explains it: a shape, and an address for each index. What a part of it must
/// hold is looked up element by element; nothing here knows of rows or runs.
public final class NaiveArray {
  private final long[] shape;
  private final boolean fortran;
  private final int width;
  private final boolean bigEndian;
  private final byte[] data;

  /// An array over these bytes.
  ///
  /// @param fortran whether the first index runs fastest
  /// @param width the bytes of one element
  /// @param bigEndian whether an element's bytes are to be turned round
  public NaiveArray(long[] shape, boolean fortran, int width, boolean bigEndian, byte[] data) {
    this.shape = shape.clone();
    this.fortran = fortran;
    this.width = width;
    this.bigEndian = bigEndian;
    this.data = data;
  }

  /// The elements of one part in the same order, each little-endian.
  public byte[] part(int axis, long start, long length) {
    long[] extents = shape.clone();
    extents[axis] = length;
    var bytes = new ByteArrayOutputStream();
    if (Arrays.stream(extents).anyMatch(extent -> extent == 0)) {
      return bytes.toByteArray();
    }
    long[] index = new long[shape.length];
    do {
      long[] source = index.clone();
      source[axis] += start;
      bytes.writeBytes(element(source));
    } while (advance(index, extents));
    return bytes.toByteArray();
  }

  private byte[] element(long[] index) {
    long position = 0;
    for (int i = 0; i < shape.length; i++) {
      int axis = fortran ? shape.length - 1 - i : i;
      position = position * shape[axis] + index[axis];
    }
    int from = Math.toIntExact(position * width);
    byte[] element = Arrays.copyOfRange(data, from, from + width);
    for (int i = 0; bigEndian && i < width / 2; i++) {
      byte swapped = element[i];
      element[i] = element[width - 1 - i];
      element[width - 1 - i] = swapped;
    }
    return element;
  }

  private boolean advance(long[] index, long[] extents) {
    for (int i = 0; i < index.length; i++) {
      int axis = fortran ? i : index.length - 1 - i;
      if (++index[axis] < extents[axis]) {
        return true;
      }
      index[axis] = 0;
    }
    return false;
  }
}

package io.cleave.spark;

import static io.cleave.text.Checks.require;

import io.cleave.Splitter;
import io.cleave.file.format.NpyFormat;
import io.cleave.file.format.StoredLayout;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.array.ByteArrayMethods;

/// The split of a row whose tensor has a certain layout.
///
/// An immutable value.
///
/// @param text for people
/// @param plan the plan of the bytes as they lie in the value
/// @param outputs a tensor for each part, or the one that they become
/// @param headers the bytes before the data of each output
record RowPlan(String text, SplitPlan plan, List<StoredLayout> outputs, List<byte[]> headers) {
  /// The most parts of a row. It bounds the columns of a query and the memory of plans: a `.npy`
  /// file of 128 bytes may have any extent.
  private static final int MAX_PARTS = 1 << 16;

  /// The most bytes of a value and of a row, which Spark's writer of rows holds.
  private static final long MAX_BYTES = ByteArrayMethods.MAX_ROUNDED_ARRAY_LENGTH;

  /// The number of columns for the parts of tensors of any layout.
  ///
  /// @throws IllegalArgumentException if it is not known, or the settings fit no tensor
  static int columns(TensorSplit split) {
    Cut cut = Objects.requireNonNull(split.cut);
    int parts = requireFew(cut.count(0));
    if (split.stackAxis != null) {
      return 1;
    }
    if (!cut.isInChunks()) {
      return parts;
    }
    require(
        split.names.length > 0,
        "the number of chunks may differ from row to row, and that of columns cannot; name as"
            + " many as every row has with .names(...)");
    return split.names.length;
  }

  private static int requireFew(int parts) {
    if (parts < 1 || parts > MAX_PARTS) {
      throw new IllegalArgumentException(
          "a row has 1 to %s parts, not %s; cut it into fewer, or in two steps"
              .formatted(MAX_PARTS, parts));
    }
    return parts;
  }

  /// The split of tensors of this layout.
  ///
  /// @throws IllegalArgumentException if the settings do not fit it, or Spark cannot hold the parts
  static RowPlan of(TensorSplit split, StoredLayout layout) {
    int axis = Objects.requireNonNull(split.axis);
    Cut cut = Objects.requireNonNull(split.cut);
    requireFew(cut.count(layout.shape().extent(axis)));
    SplitPlan seen = SplitPlan.of(layout.plain(), axis, cut);
    if (split.conversion != null) {
      seen = seen.converted(split.conversion);
    }
    if (split.stackAxis != null) {
      seen = split.isJoined ? seen.joined(split.stackAxis) : seen.stacked(split.stackAxis);
    }
    List<StoredLayout> outputs =
        seen.parts().stream().map(part -> layout.ofPart(part.shape(), part.type())).toList();
    List<byte[]> headers = new ArrayList<>();
    long row = UnsafeRow.calculateBitSetWidthInBytes(outputs.size());
    for (StoredLayout output : outputs) {
      byte[] header = split.isNpy ? NpyFormat.header(output) : new byte[0];
      long bytes = output.bytes();
      if (bytes > MAX_BYTES - header.length) {
        throw new IllegalArgumentException(
            "a part %s %s takes %s bytes and %s for a header, and a value in Spark has at most %s; cut into shorter parts"
                .formatted(output.type(), output.shape(), bytes, header.length, MAX_BYTES));
      }
      headers.add(header);
      row += Long.BYTES + Math.ceilDiv(header.length + bytes, Long.BYTES) * Long.BYTES;
    }
    if (row > MAX_BYTES) {
      throw new IllegalArgumentException(
          "the parts of a row take %s bytes, and a row in Spark has at most %s; cut tensors into several rows first"
              .formatted(row, MAX_BYTES));
    }
    return new RowPlan(seen.headline(), layout.inFile(seen), outputs, headers);
  }

  /// Splits a tensor.
  ///
  /// @return a row with a value for each output
  InternalRow split(Splitter splitter, MemorySegment data) {
    Object[] values = new Object[outputs.size()];
    List<MemorySegment> parts = new ArrayList<>(values.length);
    for (int i = 0; i < values.length; i++) {
      byte[] header = headers.get(i);
      byte[] value = Arrays.copyOf(header, (int) (header.length + outputs.get(i).bytes()));
      values[i] = value;
      parts.add(MemorySegment.ofArray(value).asSlice(header.length));
    }
    splitter.split(plan, data, parts);
    return new GenericInternalRow(values);
  }

  /// `u8 [224, 224, 3] along axis 2 into 3 parts: 50176 rows of 3 bytes`
  @Override
  public String toString() {
    return text;
  }
}

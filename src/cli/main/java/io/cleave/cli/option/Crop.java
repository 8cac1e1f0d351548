package io.cleave.cli.option;

import io.cleave.plan.Layout;
import io.cleave.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A window of a tensor: a range for each axis, as NumPy slices without steps. An immutable value.
///
/// @param ranges one for each axis
record Crop(List<Range> ranges) {
  private static final Pattern RANGE =
      Pattern.compile("\\s*(-?\\d{1,18})?\\s*:\\s*(-?\\d{1,18})?\\s*");

  /// A range of indices, whose ends are counted from the end of the axis if they are negative.
  ///
  /// @param from null for the first index
  /// @param to null for the last one
  record Range(@Nullable Long from, @Nullable Long to) {
    private Layout applied(Layout data, int axis) {
      long extent = data.shape().extent(axis);
      long begin = from == null ? 0 : end(from, extent, axis, data);
      long stop = to == null ? extent : end(to, extent, axis, data);
      if (begin > stop) {
        throw new IllegalArgumentException(
            "--crop %s begins behind its end on axis %s of %s; give a first index and the one behind the last"
                .formatted(this, axis, data));
      }
      return begin == 0 && stop == extent ? data : data.cropped(axis, begin, stop - begin);
    }

    private long end(long index, long extent, int axis, Layout data) {
      long position = index < 0 ? index + extent : index;
      if (position < 0 || position > extent) {
        throw new IllegalArgumentException(
            "--crop %s leaves axis %s of %s, which has indices up to %s; give a range within it"
                .formatted(this, axis, data, extent));
      }
      return position;
    }

    @Override
    public String toString() {
      return (from == null ? "" : from) + ":" + (to == null ? "" : to);
    }
  }

  /// Reads `:,16:240,16:-16,:`.
  ///
  /// @throws IllegalArgumentException if the text is anything else
  static Crop parse(String text) {
    List<Range> ranges = new ArrayList<>();
    for (String item : text.split(",", -1)) {
      Matcher range = RANGE.matcher(item);
      if (!range.matches()) {
        throw new IllegalArgumentException(
            "\"%s\" is not a range such as 16:240, 16:, :-16 or :"
                .formatted(OneLine.excerpt(item)));
      }
      ranges.add(new Range(number(range.group(1)), number(range.group(2))));
    }
    return new Crop(List.copyOf(ranges));
  }

  private static @Nullable Long number(@Nullable String digits) {
    return digits == null ? null : Long.valueOf(digits);
  }

  /// The window of a tensor.
  ///
  /// @throws IllegalArgumentException if it has other axes, or a range leaves one
  Layout applied(Layout data) {
    if (ranges.size() != data.shape().rank()) {
      throw new IllegalArgumentException(
          "--crop has %s ranges, and %s has %s axes; give one for each, such as : for all of an axis"
              .formatted(ranges.size(), data, data.shape().rank()));
    }
    Layout window = data;
    for (int axis = 0; axis < ranges.size(); axis++) {
      window = ranges.get(axis).applied(window, axis);
    }
    return window;
  }
}

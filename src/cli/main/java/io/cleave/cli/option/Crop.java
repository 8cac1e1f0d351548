package io.cleave.cli.option;

import static io.cleave.file.format.Checks.require;

import io.cleave.plan.Layout;
import io.cleave.text.OneLine;
import java.util.List;
import java.util.regex.Pattern;

/// A window of a tensor: a range for each axis, as NumPy slices without steps. An immutable value.
///
/// @param ranges one for each axis, such as `16:240`, `16:` or `:-16`
record Crop(List<String> ranges) {
  private static final Pattern RANGE =
      Pattern.compile("\\s*+(-?\\d{1,18})?\\s*+:\\s*+(-?\\d{1,18})?\\s*+");

  /// Reads `:,16:240,16:-16,:`.
  ///
  /// @throws IllegalArgumentException if the text is anything else
  static Crop parse(String text) {
    List<String> ranges = List.of(text.split(",", -1));
    for (String range : ranges) {
      require(
          RANGE.matcher(range).matches(),
          "\"%s\" is not a range such as 16:240, 16:, :-16 or :",
          OneLine.excerpt(range));
    }
    return new Crop(ranges);
  }

  /// The window of a tensor.
  ///
  /// @throws IllegalArgumentException if it has other axes, or a range leaves one
  Layout applied(Layout data) {
    require(
        ranges.size() == data.shape().rank(),
        "--crop has %s ranges, and %s has %s axes; give one for each, such as : for all of an axis",
        ranges.size(),
        data,
        data.shape().rank());
    Layout window = data;
    for (int axis = 0; axis < ranges.size(); axis++) {
      String range = ranges.get(axis);
      long extent = data.shape().extent(axis);
      int colon = range.indexOf(':');
      long begin = position(range.substring(0, colon).strip(), 0, extent);
      long end = position(range.substring(colon + 1).strip(), extent, extent);
      require(
          begin >= 0 && end <= extent && begin <= end,
          "--crop %s does not fit axis %s of %s; give a first index and the one behind the last, up"
              + " to %s",
          range,
          axis,
          data,
          extent);
      if (end - begin < extent) {
        window = window.cropped(axis, begin, end - begin);
      }
    }
    return window;
  }

  /// The index that a text means; a negative one counts from the end of the axis.
  private static long position(String text, long usual, long extent) {
    long index = text.isEmpty() ? usual : Long.parseLong(text);
    return text.startsWith("-") ? index + extent : index;
  }
}

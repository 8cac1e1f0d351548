package io.cleave.cli.option;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// The value of an option such as `--lengths 4,-1,4`. An empty text is an empty list.
///
/// @param numbers the numbers in order
public record NumberList(List<Long> numbers) {
  /// The numbers in order, in an array of their own.
  public long[] toArray() {
    return numbers.stream().mapToLong(Long::longValue).toArray();
  }

  /// Reads the option's value.
  public static final class Converter implements ITypeConverter<NumberList> {
    @Override
    public NumberList convert(String text) {
      return new NumberList(
          text.isBlank()
              ? List.of()
              : Arrays.stream(text.split(",", -1)).map(number -> number(number, text)).toList());
    }

    private static Long number(String number, String text) {
      try {
        String digits = number.strip();
        if (digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
          return Long.valueOf(digits);
        }
        throw new NumberFormatException(digits);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "\"%s\" is not a list of 64-bit numbers such as 4,-1,4".formatted(text));
      }
    }
  }
}

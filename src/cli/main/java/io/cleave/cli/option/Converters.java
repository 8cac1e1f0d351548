package io.cleave.cli.option;

import io.cleave.Route;
import io.cleave.file.Format;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.text.Parsing;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/// The converters of option values that picocli has none for, or that accept other texts.
public final class Converters {
  private Converters() {}

  /// Registers the converters with a command and its subcommands.
  public static void register(CommandLine line) {
    register(line, Binding.class, text -> Parsing.named("binding", Binding.values(), text));
    register(line, ByteCount.class, ByteCount::parse);
    register(line, Crop.class, Crop::parse);
    register(line, ElementType.class, ElementType::parse);
    register(line, Format.class, Format::parse);
    register(line, LimitOptions.Limit.class, text -> constant(LimitOptions.Limit.values(), text));
    register(line, Integer.class, Converters::axis);
    register(line, int.class, Converters::axis);
    register(line, Long.class, Converters::number);
    register(line, long.class, Converters::number);
    register(line, Normalization.class, text -> constant(Normalization.values(), text));
    register(line, Route.class, text -> Parsing.named("route", Route.values(), text));
    register(line, Shape.class, Shape::parse);
    register(line, ValueList.class, ValueList::parse);
  }

  private static <T> void register(CommandLine line, Class<T> type, Function<String, T> parser) {
    line.registerConverter(
        type,
        text -> {
          try {
            return parser.apply(text);
          } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
          }
        });
  }

  private static <E extends Enum<E>> E constant(E[] constants, String text) {
    return Arrays.stream(constants)
        .filter(constant -> constant.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"%s\" is not known; use one of %s"
                        .formatted(
                            text,
                            Arrays.stream(constants)
                                .map(Enum::toString)
                                .collect(Collectors.joining(" ")))));
  }

  /// All options of this type are axes.
  private static Integer axis(String text) {
    long number = number(text);
    if (number != (int) number) {
      throw new IllegalArgumentException("there is no axis \"%s\"".formatted(text));
    }
    return (int) number;
  }

  private static Long number(String text) {
    String digits = text.strip();
    try {
      // Long.parseLong also accepts a plus sign and the digits of other scripts.
      if (digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
        return Long.valueOf(digits);
      }
    } catch (NumberFormatException _) {
      // Refused below.
    }
    throw new IllegalArgumentException(
        "\"%s\" is not a 64-bit number such as 4 or -1".formatted(text));
  }
}

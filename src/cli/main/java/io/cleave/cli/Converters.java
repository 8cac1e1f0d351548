package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.Route;
import io.cleave.cli.CutOptions.Preset;
import io.cleave.cli.CutOptions.Quantization;
import io.cleave.file.Format;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.text.Parsing;
import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/// Converters of option values whose texts are Cleave's own, or stricter than picocli's.
public final class Converters {
  private Converters() {}

  /// Registers the converters with a command and its subcommands.
  public static void register(CommandLine line) {
    register(line, Binding.class, text -> Parsing.named("binding", Binding.values(), text));
    register(line, Preset.class, text -> Parsing.named("rule", Preset.values(), text));
    register(line, Route.class, text -> Parsing.named("route", Route.values(), text));
    register(line, Quantization.class, Quantization::parse);
    register(line, ByteCount.class, ByteCount::parse);
    register(line, ElementType.class, ElementType::parse);
    register(line, Format.class, Format::parse);
    register(line, Shape.class, Shape::parse);
    register(line, BigDecimal.class, Converters::decimal);
    register(line, Long.class, Converters::number);
    register(line, long.class, Converters::number);
    register(line, Integer.class, Converters::axis);
    register(line, int.class, Converters::axis);
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

  private static Long number(String text) {
    OptionalLong number = Parsing.number(text);
    require(number.isPresent(), "\"%s\" is not a 64-bit number such as 4 or -1", text);
    return number.getAsLong();
  }

  /// Converts an axis: all options of this type are axes.
  private static Integer axis(String text) {
    long number = number(text);
    require(number == (int) number, "there is no axis \"%s\"", text);
    return (int) number;
  }

  private static BigDecimal decimal(String text) {
    try {
      return new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"%s\" is not a list such as 0.5,1,2e-3".formatted(text), e);
    }
  }
}

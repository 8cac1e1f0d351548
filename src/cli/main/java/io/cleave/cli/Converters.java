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
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/// Converters of option values whose texts are Cleave's own, or stricter than picocli's.
public final class Converters {
  private static final Class<?>[] TYPES = {
    Binding.class, Preset.class, Route.class, Quantization.class,
    ByteCount.class, ElementType.class, Format.class, Shape.class,
    BigDecimal.class, Long.class, long.class, Integer.class
  };

  private static final Pattern BYTES = Pattern.compile("([0-9]{1,18})([KMGT]?)(?:I?B)?");

  private Converters() {}

  /// A number of bytes, written as `4096`, `64M` or `2GiB`.
  public record ByteCount(long bytes) {}

  /// Registers the converters with a command and its subcommands.
  @SuppressWarnings("unchecked") // The value is of the type, which may be a primitive one.
  public static void register(CommandLine line) {
    for (Class<?> type : TYPES) {
      line.registerConverter((Class<Object>) type, text -> convert(type, text));
    }
  }

  private static Object convert(Class<?> type, String text) {
    try {
      return switch (type.getSimpleName()) {
        case "Binding" -> Parsing.named("binding", Binding.values(), text);
        case "Preset" -> Parsing.named("rule", Preset.values(), text);
        case "Route" -> Parsing.named("route", Route.values(), text);
        case "Quantization" -> Quantization.parse(text);
        case "ByteCount" -> bytes(text);
        case "ElementType" -> ElementType.parse(text);
        case "Format" -> Format.parse(text);
        case "Shape" -> Shape.parse(text);
        case "BigDecimal" -> decimal(text);
        case "Long", "long" -> number(text);
        default -> axis(text);
      };
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  private static ByteCount bytes(String text) {
    Matcher matcher = BYTES.matcher(text.strip().toUpperCase(Locale.ROOT));
    boolean matches = matcher.matches();
    long number = matches ? Long.parseLong(matcher.group(1)) : 0;
    int shift = matches ? 10 * " KMGT".indexOf(matcher.group(2)) : 0;
    require(
        matches && number <= Long.MAX_VALUE >> shift,
        "\"%s\" is not a number of bytes such as 4096, 64M or 2G",
        text);
    return new ByteCount(number << shift);
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

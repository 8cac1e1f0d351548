package io.cleave.cli.model;

import io.cleave.cli.print.Output;
import io.cleave.ir.Endpoint;
import io.cleave.ir.Finding;
import io.cleave.ir.MissingValues;
import io.cleave.ir.SplitLayer;
import io.cleave.ir.SplitOutput;
import io.cleave.operation.IntegerInput;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The splits of a model for people: a line for each, and under it a line for each of its parts and
/// for what is to be said about it.
///
/// @param output where it is printed
record SplitTable(Output output) {
  /// So many parts and consumers are all shown; of more, the first ones and the last.
  private static final int MANY = 16;

  /// @param missingWeights the model's `.bin` file, if it does not exist
  void print(List<SplitLayer> splits, Optional<Path> missingWeights) {
    splits.forEach(this::print);
    missingWeights.ifPresent(file -> line(missing(splits, file)));
    long wrong = splits.stream().filter(split -> !split.isSound()).count();
    long unused =
        splits.stream()
            .flatMap(split -> split.outputs().stream())
            .filter(part -> !part.isUsed())
            .count();
    line(
        "%s, %s wrong, %s"
            .formatted(count(splits.size(), "split"), wrong, count(unused, "unused output")));
  }

  private static String missing(List<SplitLayer> splits, Path file) {
    long axes = count(splits, MissingValues::axis);
    long lengths = count(splits, MissingValues::lengths);
    if (axes + lengths == 0) {
      return "%s does not exist; nothing that is listed here is in it".formatted(file);
    }
    List<String> unknown = new ArrayList<>();
    if (axes > 0) {
      unknown.add("the axis of " + count(axes, "split"));
    }
    if (lengths > 0) {
      unknown.add("the lengths of " + count(lengths, "split"));
    }
    return "%s does not exist, so %s cannot be known but for what the ports say, and mistakes there are not found; put it beside the .xml file"
        .formatted(file, String.join(" and ", unknown));
  }

  private static long count(List<SplitLayer> splits, Predicate<MissingValues> what) {
    return splits.stream().filter(split -> split.missing().filter(what).isPresent()).count();
  }

  private static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  private void print(SplitLayer split) {
    line(
        "%s  %s  %s %s (%s)  %s  %s  %s"
            .formatted(
                LayerName.of(split.layer()),
                split.layer().type(),
                split.type().map(ElementType::toString).orElse("?"),
                split.shape(),
                split.origin(),
                axis(split),
                cut(split),
                bytes(split)));
    List<SplitOutput> outputs = split.outputs();
    Optional<SplitPlan> plan = split.wholePlan();
    for (int i = 0; i < outputs.size(); i++) {
      if (outputs.size() > MANY && i == MANY / 2) {
        i = outputs.size() - MANY / 2;
        line("  ... %s parts in all; --json lists every one".formatted(outputs.size()));
      }
      line("  " + part(plan, outputs.get(i)));
    }
    for (Finding finding : split.findings()) {
      line("  " + finding);
    }
  }

  private static String axis(SplitLayer split) {
    if (split.missing().filter(MissingValues::axis).isPresent()) {
      return "axis ?";
    }
    IntegerInput axis = split.axis();
    if (!axis.isKnown() || axis.values().length != 1) {
      return "axis computed at run time";
    }
    long written = axis.values()[0];
    long fromZero = split.axisFromZero().orElse(written);
    return "axis " + written + (written == fromZero ? "" : " = " + fromZero);
  }

  private static String cut(SplitLayer split) {
    if (split.lengths().isEmpty()) {
      return split.numSplits().isPresent()
          ? "num_splits " + split.numSplits().getAsLong()
          : "num_splits unknown";
    }
    if (split.missing().filter(MissingValues::lengths).isPresent()) {
      return split.lengthsByPorts().map(told -> lengths(told) + " (ports)").orElse("lengths ?");
    }
    IntegerInput lengths = split.lengths().get();
    return lengths.isKnown() ? lengths(lengths) : "lengths computed at run time";
  }

  private static String lengths(IntegerInput lengths) {
    long[] values = lengths.values();
    return values.length <= MANY
        ? "lengths " + Arrays.toString(values)
        : "lengths %s ... %s in all"
            .formatted(Arrays.toString(Arrays.copyOf(values, MANY)), values.length);
  }

  private static String bytes(SplitLayer split) {
    String contiguous =
        split.plan().map(plan -> isContiguous(plan) ? ", contiguous" : "").orElse("");
    return split.bytesMoved().isPresent()
        ? "%s bytes moved%s".formatted(split.bytesMoved().getAsLong(), contiguous)
        : "bytes unknown" + contiguous;
  }

  private static boolean isContiguous(SplitPlan plan) {
    return plan.parts().stream().allMatch(Part::isContiguous);
  }

  private static String part(Optional<SplitPlan> plan, SplitOutput output) {
    String names =
        output.names().isEmpty()
            ? ""
            : output.names().stream().collect(Collectors.joining("\", \"", "  \"", "\""));
    return "part %s  %s%s  %s  %s"
        .formatted(output.index(), output.shape(), size(plan, output), uses(output), names)
        .stripTrailing();
  }

  private static String size(Optional<SplitPlan> plan, SplitOutput output) {
    if (plan.isEmpty() || output.index() >= plan.get().partCount()) {
      return "";
    }
    Part part = plan.get().part(output.index());
    String bytes =
        part.type() == ElementType.STRING
            ? count(part.shape().elements(), "string")
            : count(part.bytes(), "byte");
    return "  %s, %s".formatted(bytes, part.isContiguous() ? "contiguous" : "not contiguous");
  }

  private static String uses(SplitOutput output) {
    List<Endpoint> consumers = output.consumers();
    if (consumers.isEmpty()) {
      return "unused";
    }
    String shown =
        consumers.stream().limit(MANY).map(SplitTable::use).collect(Collectors.joining(", "));
    return consumers.size() <= MANY
        ? "-> " + shown
        : String.format(Locale.ROOT, "-> %s, ... %s in all", shown, consumers.size());
  }

  private static String use(Endpoint end) {
    return LayerName.of(end.layer()) + ":" + end.position();
  }

  /// A name from a model may hold anything; a line stays one line.
  private void line(String text) {
    output.print(OneLine.of(text));
  }
}

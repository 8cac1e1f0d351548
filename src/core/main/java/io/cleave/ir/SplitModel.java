package io.cleave.ir;

import static io.cleave.text.Checks.require;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.util.stream.Collectors.joining;

import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// An OpenVINO model, IR version 11, that is one VariadicSplit: the content of its `.xml` and of
/// its `.bin` file.
///
/// ```java
/// SplitModel model = SplitModel.of(plan).named("qkv", List.of("q", "k", "v"));
/// Files.write(folder.resolve("model.bin"), model.weights());
/// Files.writeString(folder.resolve("model.xml"), model.xml());
/// ```
///
/// The data is an input, axis and lengths are constants, and each part of the plan is an output, in
/// the order of the plan. Each gap between parts is an output of the split that nothing uses. The
/// tensors are called `data`, `part0`, `part1` and so on unless they are [#named].
///
/// An immutable value, safe for use by many threads.
public final class SplitModel {
  /// The most parts of a split that is written. OpenVINO 2026.4 takes three seconds to read so
  /// many.
  public static final int MAX_PARTS = 1 << 14;

  /// The characters of XML 1.0.
  private static final Pattern CHARACTERS =
      Pattern.compile("[\\t\\n\\r -\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]+");

  private static final Pattern ESCAPED = Pattern.compile("[&<>\"\\t\\n\\r]");

  private final SplitPlan plan;
  private final String data;
  private final List<String> parts;

  /// The lengths of the split's outputs, which fill the axis.
  private final List<Long> lengths = new ArrayList<>();

  /// The output of the split that each part of the plan is.
  private final int[] outputs;

  private SplitModel(SplitPlan plan, String data, List<String> parts) {
    this.plan = plan;
    this.data = data;
    this.parts = parts;
    this.outputs = new int[parts.size()];
    long[] positions = plan.positions();
    long[] runs = plan.lengths();
    List<Integer> order =
        IntStream.range(0, runs.length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingLong(part -> positions[part])
                    .thenComparingLong(part -> runs[part]))
            .toList();
    long end = 0;
    for (int part : order) {
      addGap(positions[part] - end);
      outputs[part] = lengths.size();
      lengths.add(runs[part]);
      end = positions[part] + runs[part];
    }
    addGap(plan.data().shape().extent(plan.axis()) - end);
    requireParts(lengths.size());
  }

  private void addGap(long length) {
    if (length > 0) {
      lengths.add(length);
    }
  }

  /// The model of a plan.
  ///
  /// @throws IllegalArgumentException if the plan has more than [#MAX_PARTS] parts, converts their
  ///   values, or stacks them: a model's split does none of that
  public static SplitModel of(SplitPlan plan) {
    if (plan.conversion().isPresent() || plan.isStacked()) {
      throw new IllegalArgumentException(
          "a model's split makes a tensor of each part and moves values as they are, and the plan %s them; leave that out"
              .formatted(plan.isStacked() ? "stacks" : "converts"));
    }
    List<String> parts =
        IntStream.range(0, plan.partCount()).mapToObj(part -> "part" + part).toList();
    return new SplitModel(plan, "data", parts);
  }

  /// Checks the number of parts of a split before it is planned.
  ///
  /// @throws IllegalArgumentException if there are more than [#MAX_PARTS]
  public static void requireParts(long count) {
    require(
        count <= MAX_PARTS,
        "a model is written of at most %s parts, not %s; split in two steps",
        MAX_PARTS,
        count);
  }

  /// The same model with other names for the tensors of its data and of its parts.
  ///
  /// @param names one for each part; an empty list leaves the parts named as they are
  /// @throws IllegalArgumentException if there is another number of names, one of them comes twice,
  ///   or one cannot be written
  public SplitModel named(String name, List<String> names) {
    if (!names.isEmpty() && names.size() != parts.size()) {
      throw new IllegalArgumentException(
          "%s parts need as many names, not %s".formatted(parts.size(), names.size()));
    }
    List<String> named = names.isEmpty() ? parts : List.copyOf(names);
    var seen = new HashSet<String>();
    for (String each : Stream.concat(Stream.of(name), named.stream()).toList()) {
      // In a list of names a comma separates, and a backslash makes a comma part of a name.
      require(
          CHARACTERS.matcher(each).matches() && !each.endsWith("\\") && !each.contains("\\,"),
          "the name \"%s\" cannot be written to a model; use another one",
          OneLine.excerpt(each));
      require(
          seen.add(each),
          "two tensors of a model cannot both be named \"%s\"; give each a name of its own",
          OneLine.excerpt(each));
    }
    return new SplitModel(plan, name, named);
  }

  /// The bytes of the `.bin` file: axis and lengths.
  public byte[] weights() {
    ByteBuffer bytes = ByteBuffer.allocate((1 + lengths.size()) * Long.BYTES).order(LITTLE_ENDIAN);
    bytes.putLong(plan.axis());
    lengths.forEach(bytes::putLong);
    return bytes.array();
  }

  /// The text of the `.xml` file, to be written in UTF-8.
  public String xml() {
    String type = plan.data().type().irName();
    List<String> names = new ArrayList<>(Collections.nCopies(lengths.size(), ""));
    StringBuilder results = new StringBuilder();
    StringBuilder edges = new StringBuilder();
    for (int part = 0; part < outputs.length; part++) {
      names.set(outputs[part], parts.get(part));
      results.append(
          "<layer id=\"%s\" name=\"part%s\" type=\"Result\" version=\"opset1\"><input>%s</input></layer>\n"
              .formatted(4 + part, part, port(0, type, "")));
      edges.append(
          "<edge from-layer=\"3\" from-port=\"%s\" to-layer=\"%s\" to-port=\"0\"/>\n"
              .formatted(3 + outputs[part], 4 + part));
    }
    return """
    <?xml version="1.0"?>
    <net name="split" version="11">
    <layers>
    <layer id="0" name="data" type="Parameter" version="opset1">
    <data shape="%s" element_type="%s"/><output>%s</output></layer>
    <layer id="1" name="axis" type="Const" version="opset1">
    <data element_type="i64" shape="" offset="0" size="8"/>
    <output><port id="0" precision="I64"/></output></layer>
    <layer id="2" name="lengths" type="Const" version="opset1">
    <data element_type="i64" shape="%s" offset="8" size="%s"/>
    <output><port id="0" precision="I64"/></output></layer>
    <layer id="3" name="split" type="VariadicSplit" version="opset1">
    <input>%s<port id="1" precision="I64"/><port id="2" precision="I64"/></input>
    <output>%s</output></layer>
    %s</layers>
    <edges>
    <edge from-layer="0" from-port="0" to-layer="3" to-port="0"/>
    <edge from-layer="1" from-port="0" to-layer="3" to-port="1"/>
    <edge from-layer="2" from-port="0" to-layer="3" to-port="2"/>
    %s</edges>
    </net>
    """
        .formatted(
            // A shape's own text is abbreviated where there are many extents.
            LongStream.of(plan.data().shape().extents())
                .mapToObj(Long::toString)
                .collect(joining(",")),
            plan.data().type(),
            port(0, type, data),
            lengths.size(),
            lengths.size() * Long.BYTES,
            port(0, type, ""),
            IntStream.range(0, names.size())
                .mapToObj(output -> port(3 + output, type, names.get(output)))
                .collect(joining()),
            results,
            edges);
  }

  /// @param name the tensor's; empty for none
  private static String port(int id, String type, String name) {
    String names = name.isEmpty() ? "" : " names=\"%s\"".formatted(escaped(name));
    return "<port id=\"%s\" precision=\"%s\"%s/>".formatted(id, type, names);
  }

  /// A name as an attribute of a port has it.
  private static String escaped(String name) {
    return ESCAPED
        .matcher(name.replace(",", "\\,"))
        .replaceAll(found -> "&#%d;".formatted((int) found.group().charAt(0)));
  }
}

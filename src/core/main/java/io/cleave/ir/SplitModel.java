package io.cleave.ir;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.util.stream.Collectors.joining;

import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
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
/// the order of the plan. What lies between the parts is an output of the split that nothing uses.
/// The tensors are called `data`, `part0`, `part1` and so on unless they are [#named].
///
/// An immutable value, safe for use by many threads.
public final class SplitModel {
  /// The most parts of a split that is written. OpenVINO 2026.4 takes three seconds to read so
  /// many.
  public static final int MAX_PARTS = 1 << 14;

  /// The length of a name in a message.
  private static final int MAX_QUOTED = 120;

  /// The number of layers before the results: data, axis, lengths and the split.
  private static final int SPLIT_LAYERS = 4;

  /// The number of the split's input ports, which its output ports are counted from.
  private static final int INPUTS = 3;

  private final SplitPlan plan;
  private final String data;
  private final List<String> parts;
  private final Outputs outputs;

  /// The outputs of the split.
  ///
  /// @param lengths along the axis, which they fill
  /// @param ofParts the output of each part of the plan
  private record Outputs(List<Long> lengths, List<Integer> ofParts) {
    static Outputs of(SplitPlan plan) {
      long[] positions = plan.positions();
      long[] runs = plan.lengths();
      List<Long> lengths = new ArrayList<>();
      Integer[] ofParts = new Integer[runs.length];
      long end = 0;
      for (int part :
          IntStream.range(0, runs.length)
              .boxed()
              .sorted(
                  Comparator.comparingLong((Integer i) -> positions[i])
                      .thenComparingLong(i -> runs[i]))
              .toList()) {
        if (positions[part] > end) {
          lengths.add(positions[part] - end);
        }
        ofParts[part] = lengths.size();
        lengths.add(runs[part]);
        end = positions[part] + runs[part];
      }
      long extent = plan.data().shape().extent(plan.axis());
      if (end < extent) {
        lengths.add(extent - end);
      }
      return new Outputs(List.copyOf(lengths), List.of(ofParts));
    }
  }

  private SplitModel(SplitPlan plan, String data, List<String> parts, Outputs outputs) {
    this.plan = plan;
    this.data = data;
    this.parts = parts;
    this.outputs = outputs;
  }

  /// The model of a plan.
  ///
  /// @throws IllegalArgumentException if the plan has more than [#MAX_PARTS] parts, converts their
  ///   values, or stacks them: a model's split does none of that
  public static SplitModel of(SplitPlan plan) {
    if (plan.conversion().isPresent()) {
      throw new IllegalArgumentException(
          "a model's split moves values as they are, and the plan converts them: %s; write the plan as it was before it was converted"
              .formatted(plan));
    }
    if (plan.isStacked()) {
      throw new IllegalArgumentException(
          "a model's split makes a tensor of each part, and the plan stacks them: %s; write the plan as it was before it was stacked"
              .formatted(plan));
    }
    Outputs outputs = Outputs.of(plan);
    if (outputs.lengths.size() > MAX_PARTS) {
      throw new IllegalArgumentException(
          "a model is written of at most %s parts, not %s; split in two steps"
              .formatted(MAX_PARTS, outputs.lengths.size()));
    }
    return new SplitModel(
        plan,
        "data",
        IntStream.range(0, plan.partCount()).mapToObj(part -> "part" + part).toList(),
        outputs);
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
      requireWritable(each);
      if (!seen.add(each)) {
        throw new IllegalArgumentException(
            "two tensors of a model cannot both be named \"%s\"; give each a name of its own"
                .formatted(OneLine.of(each, MAX_QUOTED)));
      }
    }
    return new SplitModel(plan, name, named, outputs);
  }

  private static void requireWritable(String name) {
    boolean writable = name.codePoints().allMatch(SplitModel::isXml);
    // In a list of names a comma separates, and a backslash makes a comma part of a name.
    if (name.isEmpty() || !writable || name.endsWith("\\") || name.contains("\\,")) {
      throw new IllegalArgumentException(
          "the name \"%s\" cannot be written to a model; use another one"
              .formatted(OneLine.of(name, MAX_QUOTED)));
    }
  }

  /// Whether XML 1.0 has this character.
  private static boolean isXml(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= ' ' && c < Character.MIN_SURROGATE)
        || (c > Character.MAX_SURROGATE && c < 0xFFFE)
        || c > 0xFFFF;
  }

  /// The bytes of the `.bin` file: axis and lengths.
  public byte[] weights() {
    int longs = 1 + outputs.lengths.size();
    ByteBuffer bytes = ByteBuffer.allocate(longs * Long.BYTES).order(LITTLE_ENDIAN);
    bytes.putLong(plan.axis());
    outputs.lengths.forEach(bytes::putLong);
    return bytes.array();
  }

  /// The text of the `.xml` file, to be written in UTF-8.
  public String xml() {
    String type = plan.data().type().irName();
    String[] ports = new String[outputs.lengths.size()];
    Arrays.setAll(ports, i -> "<port id=\"%s\" precision=\"%s\"/>".formatted(INPUTS + i, type));
    var results = new StringBuilder();
    var edges = new StringBuilder();
    for (int part = 0; part < parts.size(); part++) {
      int output = outputs.ofParts.get(part);
      int port = INPUTS + output;
      int result = SPLIT_LAYERS + part;
      ports[output] = port(port, parts.get(part));
      results.append(
          """
          		<layer id="%s" name="part%s" type="Result" version="opset1">
          			<input><port id="0" precision="%s"/></input>
          		</layer>
          """
              .formatted(result, part, type));
      edges.append(
          "\t\t<edge from-layer=\"3\" from-port=\"%s\" to-layer=\"%s\" to-port=\"0\"/>\n"
              .formatted(port, result));
    }
    // A shape's own text is abbreviated where there are many extents.
    String shape =
        LongStream.of(plan.data().shape().extents()).mapToObj(Long::toString).collect(joining(","));
    return """
    <?xml version="1.0"?>
    <net name="split" version="11">
    	<layers>
    		<layer id="0" name="data" type="Parameter" version="opset1">
    			<data shape="%s" element_type="%s"/>
    			<output>%s</output>
    		</layer>
    		<layer id="1" name="axis" type="Const" version="opset1">
    			<data element_type="i64" shape="" offset="0" size="8"/>
    			<output><port id="0" precision="I64"/></output>
    		</layer>
    		<layer id="2" name="lengths" type="Const" version="opset1">
    			<data element_type="i64" shape="%s" offset="8" size="%s"/>
    			<output><port id="0" precision="I64"/></output>
    		</layer>
    		<layer id="3" name="split" type="VariadicSplit" version="opset1">
    			<input>
    				<port id="0" precision="%s"/>
    				<port id="1" precision="I64"/>
    				<port id="2" precision="I64"/>
    			</input>
    			<output>
    				%s
    			</output>
    		</layer>
    %s	</layers>
    	<edges>
    		<edge from-layer="0" from-port="0" to-layer="3" to-port="0"/>
    		<edge from-layer="1" from-port="0" to-layer="3" to-port="1"/>
    		<edge from-layer="2" from-port="0" to-layer="3" to-port="2"/>
    %s	</edges>
    </net>
    """
        .formatted(
            shape,
            plan.data().type(),
            port(0, data),
            ports.length,
            ports.length * Long.BYTES,
            type,
            String.join("\n\t\t\t\t", ports),
            results,
            edges);
  }

  private String port(int id, String name) {
    return "<port id=\"%s\" precision=\"%s\" names=\"%s\"/>"
        .formatted(id, plan.data().type().irName(), escaped(name));
  }

  /// A name as an attribute of a port has it.
  private static String escaped(String name) {
    var text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      switch (c) {
        case ',' -> text.append("\\,");
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '"' -> text.append("&quot;");
        case '\t', '\n', '\r' -> text.append("&#").append((int) c).append(';');
        default -> text.append(c);
      }
    }
    return text.toString();
  }
}

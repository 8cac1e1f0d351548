package io.cleave.bench.peers;

import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// An OpenVINO model, IR version 11, whose only operation is the VariadicSplit of one plan. Layer 0
/// is its input, 1 the axis, 2 the lengths, 3 the split and 4 on the results.
///
/// Nothing in it says how large an output is: OpenVINO infers that.
final class SplitIr {
  private static final int SPLIT = 3;
  private static final int RESULTS = 4;

  private SplitIr() {}

  /// What a model keeps in its `.bin` file: the axis, then the lengths.
  static long[] weights(SplitPlan plan) {
    return LongStream.concat(LongStream.of(plan.axis()), Arrays.stream(plan.lengths())).toArray();
  }

  /// What a model keeps in its `.xml` file.
  static String text(SplitPlan plan, OpenVinoType type) {
    int parts = plan.partCount();
    return """
    <?xml version="1.0"?>
    <net name="split" version="11">
    <layers>
    <layer id="0" name="data" type="Parameter" version="opset1">
    <data shape="%s" element_type="%s"/><output><port id="0" precision="%s"/></output></layer>
    %s
    %s
    <layer id="3" name="split" type="VariadicSplit" version="opset1">
    <input><port id="0"/><port id="1"/><port id="2"/></input>
    <output>%s</output></layer>
    %s
    </layers>
    <edges>
    <edge from-layer="0" from-port="0" to-layer="3" to-port="0"/>
    <edge from-layer="1" from-port="0" to-layer="3" to-port="1"/>
    <edge from-layer="2" from-port="0" to-layer="3" to-port="2"/>
    %s
    </edges>
    </net>
    """
        .formatted(
            extents(type.extents(plan.shape())),
            type.name(),
            type.precision(),
            constant(1, "", 0, 1),
            constant(2, String.valueOf(parts), 1, parts),
            each(parts, part -> port(part, type)),
            each(parts, SplitIr::result),
            each(parts, SplitIr::edge));
  }

  private static String extents(long[] extents) {
    return Arrays.stream(extents).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }

  private static String each(int parts, IntFunction<String> text) {
    return IntStream.range(0, parts).mapToObj(text).collect(Collectors.joining());
  }

  /// @param first its first number among the weights
  private static String constant(int layer, String shape, long first, long count) {
    return """
    <layer id="%1$s" name="constant%1$s" type="Const" version="opset1">
    <data element_type="i64" shape="%2$s" offset="%3$s" size="%4$s"/>
    <output><port id="0" precision="I64"/></output></layer>
    """
        .formatted(layer, shape, first * Long.BYTES, count * Long.BYTES);
  }

  private static String port(int part, OpenVinoType type) {
    return "<port id=\"%s\" precision=\"%s\"/>".formatted(SPLIT + part, type.precision());
  }

  private static String result(int part) {
    return """
    <layer id="%s" name="part%s" type="Result" version="opset1">
    <input><port id="0"/></input></layer>
    """
        .formatted(RESULTS + part, part);
  }

  private static String edge(int part) {
    return """
    <edge from-layer="3" from-port="%s" to-layer="%s" to-port="0"/>
    """
        .formatted(SPLIT + part, RESULTS + part);
  }
}

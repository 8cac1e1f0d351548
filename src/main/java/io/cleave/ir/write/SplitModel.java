package io.cleave.ir.write;

import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import io.cleave.plan.Operation;
import io.cleave.plan.Part;
import io.cleave.plan.PartialShape;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A model, IR version 11, that is one split: what its `.xml` and its `.bin` file hold.
///
/// ```java
/// SplitModel model = SplitModel.of(plan).named("qkv", List.of("q", "k", "v"));
/// Files.write(folder.resolve("model.bin"), model.weights());
/// Files.writeString(folder.resolve("model.xml"), model.xml());
/// ```
///
/// The data is a parameter, or a constant after [#withData(MemorySegment)]. Axis and lengths are
/// constants where their values are known, and parameters where they are not; each part has a
/// result. The layers are named `data`, `axis`, `lengths`, `split`, `part0`, `part1` and so on, and
/// so are the tensors of parameters and results unless they are [#named].
///
/// Nothing is checked: what no split can be is written as well, and whoever reads it may refuse it.
/// How large a part is stands nowhere, so that whoever reads it must infer that. A split of no
/// parts, or of a number that is not known, is written with one: what no result needs, nobody
/// reads.
///
/// An immutable value, safe for use by many threads.
public final class SplitModel {
  /// The most parts that are written, each with a result. Of a split that makes more of them, the
  /// others are there, and nobody uses them.
  ///
  /// OpenVINO 2026.4 takes three seconds to read so many.
  public static final int MAX_PARTS = 1 << 14;

  private final SplitFeed data;

  /// The axis, and lengths if there are any.
  private final List<SplitFeed> operands;

  private final OptionalLong numSplits;
  private final List<String> parts;

  /// The parts that have a result.
  private final List<Integer> wanted;

  private SplitModel(
      SplitFeed data,
      List<SplitFeed> operands,
      OptionalLong numSplits,
      List<String> parts,
      List<Integer> wanted) {
    SplitWeights.requireFit(data.size(), operands);
    this.data = data;
    this.operands = operands;
    this.numSplits = numSplits;
    this.parts = parts;
    this.wanted = wanted;
  }

  private static SplitModel of(
      SplitFeed data, List<SplitFeed> operands, OptionalLong numSplits, long count) {
    int written = Math.clamp(count, 1, MAX_PARTS);
    List<String> parts = IntStream.range(0, written).mapToObj(part -> "part" + part).toList();
    List<Integer> wanted = IntStream.range(0, written).boxed().toList();
    return new SplitModel(data, operands, numSplits, parts, wanted);
  }

  /// A VariadicSplit of which everything is known. Parts that are not wanted have no result.
  ///
  /// @throws IllegalArgumentException if the plan has more than [#MAX_PARTS] parts, converts their
  ///   values, or is that of slices: no split does
  public static SplitModel of(SplitPlan plan) {
    requireMoved(plan);
    if (plan.partCount() > MAX_PARTS) {
      throw new IllegalArgumentException(
          "a model is written of at most %s parts, not %s; split in two steps"
              .formatted(MAX_PARTS, plan.partCount()));
    }
    SplitModel all =
        variadicSplit(
            PartialShape.of(plan.shape()),
            plan.type(),
            IntegerInput.scalar(ElementType.I64, plan.axis()),
            IntegerInput.vector(ElementType.I64, plan.lengths()));
    List<Integer> wanted = plan.parts().stream().filter(Part::isWanted).map(Part::index).toList();
    return new SplitModel(all.data, all.operands, all.numSplits, all.parts, wanted);
  }

  /// A model would silently move the values as they are, each part to a tensor of its own.
  private static void requireMoved(SplitPlan plan) {
    if (plan.converts()) {
      throw new IllegalArgumentException(
          "a model's split moves values as they are, and the plan converts them: %s; write the plan as it was before it was converted"
              .formatted(plan));
    }
    if (plan.stacking().isPresent()) {
      throw new IllegalArgumentException(
          "a model's split makes a tensor of each part, and the plan stacks them: %s; write the plan as it was before it was stacked"
              .formatted(plan));
    }
  }

  /// An operation, right or wrong.
  public static SplitModel of(Operation operation) {
    return switch (operation) {
      case Operation.ByLengths split ->
          variadicSplit(split.shape(), split.type(), split.axis(), split.lengths());
      case Operation.IntoEqualParts split ->
          split(split.shape(), split.type(), split.axis(), split.count());
    };
  }

  /// A VariadicSplit, right or wrong, with as many outputs as its lengths have elements.
  ///
  /// @throws IllegalArgumentException if the values of the inputs take more bytes than an array
  ///   holds
  public static SplitModel variadicSplit(
      PartialShape data, ElementType type, IntegerInput axis, IntegerInput lengths) {
    PartialShape shape = lengths.shape();
    boolean isList = shape.isKnown() && shape.rank() == 1;
    return of(
        SplitFeed.parameter("data", type, data),
        List.of(SplitFeed.of("axis", axis), SplitFeed.of("lengths", lengths)),
        OptionalLong.empty(),
        isList ? shape.dimension(0).min() : 0);
  }

  /// A Split, right or wrong, with `numSplits` outputs.
  public static SplitModel split(
      PartialShape data, ElementType type, IntegerInput axis, long numSplits) {
    return of(
        SplitFeed.parameter("data", type, data),
        List.of(SplitFeed.of("axis", axis)),
        OptionalLong.of(numSplits),
        numSplits);
  }

  /// The same model with other names for the tensors of its data and of its parts.
  ///
  /// @param names one for each part; none at all leave the parts named as they are
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
      XmlName.require(each);
      if (!seen.add(each)) {
        throw new IllegalArgumentException(
            "two tensors of a model cannot both be named \"%s\"; give each a name of its own"
                .formatted(OneLine.excerpt(each)));
      }
    }
    return new SplitModel(data.named(name), operands, numSplits, named, wanted);
  }

  /// The same model with this data as a constant.
  ///
  /// @param bytes as a `.bin` file has them, little-endian and packed; they are copied
  /// @throws IllegalArgumentException if the shape of the data is not known, or takes another
  ///   number of bytes, or with axis and lengths more than an array holds, 2 GiB, or its elements
  ///   are strings, or the bytes belong to another thread
  public SplitModel withData(MemorySegment bytes) {
    long needed = data.type().bytes(data.shape().toShape().volume());
    if (bytes.byteSize() != needed) {
      throw new IllegalArgumentException(
          "data of %s %s takes %s bytes, not %s"
              .formatted(data.type(), data.shape(), needed, bytes.byteSize()));
    }
    PackedValues.requireFit(needed);
    SplitWeights.requireFit(needed, operands);
    if (!bytes.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalArgumentException(
          "the data belongs to the confined arena of another thread; make the model there, or use"
              + " Arena.ofShared()");
    }
    return with(data.with(bytes.toArray(ValueLayout.JAVA_BYTE)));
  }

  /// The same model with these strings as a constant.
  ///
  /// @throws IllegalArgumentException if the shape of the data is not known, or takes another
  ///   number of strings, or its elements are none
  public SplitModel withData(String... strings) {
    Shape shape = data.shape().toShape();
    if (data.type() != ElementType.STRING || strings.length != shape.volume()) {
      throw new IllegalArgumentException(
          "data of %s %s is not made of %s strings".formatted(data.type(), shape, strings.length));
    }
    return with(data.with(PackedValues.ofStrings(strings)));
  }

  private SplitModel with(SplitFeed constant) {
    return new SplitModel(constant, operands, numSplits, parts, wanted);
  }

  /// The text of the `.xml` file, to be written in UTF-8.
  public String xml() {
    return new SplitModelText(this).toString();
  }

  /// The bytes of the `.bin` file: the constants. There may be none.
  public byte[] weights() {
    return new SplitWeights(feeds()).toBytes();
  }

  /// The number of outputs that the split is written with, 1 to [#MAX_PARTS], those that are not
  /// wanted included.
  public int outputs() {
    return parts.size();
  }

  /// What goes in, in the order of the inputs.
  List<SplitFeed> feeds() {
    List<SplitFeed> feeds = new ArrayList<>(List.of(data));
    feeds.addAll(operands);
    return feeds;
  }

  OptionalLong numSplits() {
    return numSplits;
  }

  List<String> parts() {
    return parts;
  }

  List<Integer> wanted() {
    return wanted;
  }
}

package io.cleave.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.conformance.PosedCases;
import io.cleave.ir.Model;
import io.cleave.ir.SplitModel;
import io.cleave.ir.TestModel;
import io.cleave.openvino.runtime.OpenVinoClient;
import io.cleave.openvino.runtime.Request;
import io.cleave.openvino.runtime.Response;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Asks OpenVINO and Cleave the same questions, and counts how the answers compare.
///
/// The shapes of an operation are one question, and where data is split, its parts are another one:
/// many operations share the model that is run. An answer that is not the same must be a
/// [Difference] of the list, and must be announced by the listing of the model where that knows of
/// it.
final class OpenVinoComparison implements AutoCloseable {
  private static final long MAX_BYTES = 1 << 24;

  /// The most operations in one model: compiling it takes 35 ms, and 1.5 ms more for each.
  private static final int SHARED = 32;

  private final OpenVinoClient openVino = OpenVinoClient.installed();
  private final Path folder;
  private final List<Splitter> splitters;
  private final List<String> unlisted = new ArrayList<>();
  private final Map<Difference, Integer> listed = new EnumMap<>(Difference.class);
  private final List<Question> waiting = new ArrayList<>();
  private int shapes;
  private int data;
  private int same;

  /// @param folder for models
  /// @param splitters are not closed
  OpenVinoComparison(Path folder, List<Splitter> splitters) {
    this.folder = folder;
    this.splitters = List.copyOf(splitters);
  }

  /// Data, and the parts that Cleave makes of it.
  private record Question(
      String name, SplitOperation operation, SplitPlan plan, byte[] data, List<byte[]> parts) {
    boolean isPacked() {
      return operation.type().isSubByte();
    }

    int outputs() {
      return isPacked() ? 2 * plan.partCount() : plan.partCount();
    }

    void addTo(TestModel model) {
      if (isPacked()) {
        PackedModel.add(model, plan, data, parts);
      } else {
        OperationModel.add(model, operation);
      }
    }
  }

  /// Asks every other conformance case.
  ///
  /// @param start the first one: 0 or 1
  void askCases(int start) throws IOException {
    List<PosedCases.Posed> cases = PosedCases.shipped();
    for (int i = start; i < cases.size(); i += 2) {
      ask(cases.get(i).id(), cases.get(i).operation(), cases.get(i)::data);
    }
    askData();
  }

  void askRandom(long seed, int count) throws IOException {
    RandomOperations random = new RandomOperations(seed);
    for (int i = 0; i < count; i++) {
      ask("seed %s, operation %s".formatted(seed, i), random.next(), random::data);
    }
    askData();
  }

  private void ask(String name, SplitOperation operation, Function<SplitPlan, byte[]> content)
      throws IOException {
    if (!isAskable(operation)) {
      return;
    }
    TestModel model = OperationModel.of(operation);
    Optional<SplitPlan> plan = plan(operation);
    byte[] bytes = plan.map(content).orElse(new byte[0]);
    Response response = openVino.ask(Request.shapes(model.xml(), model.weights()));
    try {
      shapes++;
      Optional<Difference> difference = ofShapes(operation, response);
      requireListed(difference, Model.read(model.write(folder)).splits().getFirst().findings());
      count(difference);
      if (plan.isPresent() && difference.isEmpty()) {
        List<byte[]> parts = split(plan.get(), bytes);
        waiting.add(new Question(name, operation, plan.get(), bytes, parts));
      }
    } catch (AssertionError e) {
      unlisted.add("%s: %s: %s".formatted(name, operation, e.getMessage()));
    }
    if (waiting.size() == SHARED) {
      askData();
    }
  }

  private void askData() {
    data += waiting.size();
    if (!waiting.isEmpty()) {
      askData(waiting);
    }
    waiting.clear();
  }

  private void askData(List<Question> questions) {
    TestModel model = new TestModel();
    questions.forEach(question -> question.addTo(model));
    List<byte[]> inputs =
        questions.stream().filter(question -> !question.isPacked()).map(Question::data).toList();
    Response response = openVino.ask(Request.shapes(model.xml(), model.weights()).with(inputs));
    if (questions.size() == 1) {
      compare(questions.getFirst(), response);
    } else if (response instanceof Response.Accepted(_, var parts, var failure)
        && failure.isEmpty()) {
      int first = 0;
      for (Question question : questions) {
        int end = first + question.outputs();
        compare(question, new Response.Accepted(List.of(), parts.subList(first, end), ""));
        first = end;
      }
    } else {
      questions.forEach(question -> askData(List.of(question)));
    }
  }

  private void compare(Question question, Response response) {
    try {
      count(
          question.isPacked()
              ? ofPacked(question.plan, response)
              : ofBytes(question.plan, question.parts, response));
    } catch (AssertionError e) {
      unlisted.add("%s: %s: %s".formatted(question.name, question.operation, e.getMessage()));
    }
  }

  /// A model has results, so there is none of no parts, nor of a number that is not known. OpenVINO
  /// takes seconds for very many.
  private static boolean isAskable(SplitOperation operation) {
    if (operation.lengths().isEmpty()) {
      return operation.count().orElseThrow() <= SplitModel.MAX_PARTS;
    }
    PartialShape lengths = operation.lengths().get().shape();
    return lengths.isKnown()
        && Arrays.stream(lengths.toShape().extents())
            .allMatch(extent -> extent > 0 && extent <= SplitModel.MAX_PARTS);
  }

  /// The plan of data that is split, too. OpenVINO has no packed constants without elements.
  private static Optional<SplitPlan> plan(SplitOperation operation) {
    if (!operation.isKnown() || operation.type() == ElementType.STRING) {
      return Optional.empty();
    }
    try {
      boolean isPacked = operation.type().isSubByte();
      return Optional.of(operation.plan())
          .filter(plan -> plan.data().bytes() <= MAX_BYTES)
          .filter(plan -> !isPacked || plan.parts().stream().noneMatch(Part::isEmpty));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private void count(Optional<Difference> difference) {
    difference.ifPresentOrElse(known -> listed.merge(known, 1, Integer::sum), () -> same++);
  }

  /// Compares the shapes that Cleave infers, and its refusals, with OpenVINO's.
  ///
  /// @throws AssertionError if they differ, and not as listed
  static Optional<Difference> ofShapes(SplitOperation operation, Response response) {
    Optional<List<PartialShape>> ours = inferred(operation);
    Optional<List<PartialShape>> theirs =
        switch (response) {
          case Response.Ended ended -> fail("OpenVINO gave no answer: " + ended);
          case Response.Refused _ -> Optional.empty();
          case Response.Accepted(List<String> texts, _, _) ->
              Optional.of(texts.stream().map(PartialShape::parse).toList());
        };
    if (ours.equals(theirs)) {
      return Optional.empty();
    }
    Optional<Difference> difference =
        Difference.ofShapes(operation).filter(known -> !known.isOfRefusals() || ours.isEmpty());
    assertThat(difference).as("%s, %s, %s", ours, theirs, response).isPresent();
    return difference;
  }

  private static Optional<List<PartialShape>> inferred(SplitOperation operation) {
    try {
      List<PartialShape> shapes = operation.infer();
      if (operation.isKnown()) {
        operation.plan();
      }
      return Optional.of(shapes);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// The listing of a model says what OpenVINO does, and no more. Of packed numbers it cannot know.
  private static void requireListed(Optional<Difference> difference, List<String> findings) {
    String said = findings.toString();
    if (difference.isPresent() && difference.get().isListed()) {
      assertThat(said).contains("wrong: ", "(%s)".formatted(difference.get()));
    } else if (difference.isEmpty()
        && !said.contains("(%s)".formatted(Difference.PACKED_INDICES))) {
      assertThat(said).doesNotContain("wrong: ");
    }
  }

  /// The parts that all splitters make.
  private List<byte[]> split(SplitPlan plan, byte[] bytes) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(bytes.length + 1L).asSlice(0, bytes.length);
      memory.copyFrom(MemorySegment.ofArray(bytes));
      List<List<byte[]>> made = new ArrayList<>();
      for (Splitter splitter : splitters) {
        List<Tensor> parts = splitter.split(plan, memory, arena);
        made.add(parts.stream().map(part -> part.data().toArray(ValueLayout.JAVA_BYTE)).toList());
        assertThat(areEqual(made.getFirst(), made.getLast())).as("" + splitter.device()).isTrue();
      }
      return made.getFirst();
    }
  }

  /// Compares the bytes of the parts.
  static Optional<Difference> ofBytes(SplitPlan plan, List<byte[]> ours, Response response) {
    Response.Accepted accepted = accepted(response);
    if (!accepted.failure().isEmpty()) {
      assertThat(plan.data().bytes()).as(accepted.failure()).isZero();
      assertThat(isHuge(plan)).as(accepted.failure()).isTrue();
      return Optional.of(Difference.HUGE_AND_EMPTY);
    }
    List<byte[]> theirs = accepted.parts();
    if (areEqual(ours, theirs)) {
      return Optional.empty();
    }
    ElementType type = plan.data().type();
    List<byte[]> foretold = ours.stream().map(part -> PluginValues.of(type, part)).toList();
    assertThat(areEqual(foretold, theirs)).as("parts with the same bytes").isTrue();
    return PluginValues.difference(type);
  }

  /// Compares the elements of the parts, in the answer to a [PackedModel].
  static Optional<Difference> ofPacked(SplitPlan plan, Response response) {
    Response.Accepted accepted = accepted(response);
    int parts = plan.partCount();
    List<byte[]> both = accepted.parts();
    assertThat(both).as(accepted.failure()).hasSize(2 * parts);
    assertThat(areEqual(both.subList(0, parts), both.subList(parts, 2 * parts)))
        .as("parts with the same elements")
        .isTrue();
    return Optional.of(Difference.PACKED_LAYOUT)
        .filter(_ -> PackedModel.isInGroups(plan.data().type()));
  }

  private static Response.Accepted accepted(Response response) {
    assertThat(response).isInstanceOf(Response.Accepted.class);
    return (Response.Accepted) response;
  }

  private static boolean areEqual(List<byte[]> some, List<byte[]> others) {
    return some.size() == others.size()
        && IntStream.range(0, some.size()).allMatch(i -> Arrays.equals(some.get(i), others.get(i)));
  }

  /// The plugin multiplies extents in 64 bits, and takes lengths of 32.
  private static boolean isHuge(SplitPlan plan) {
    double product =
        Arrays.stream(plan.data().shape().extents())
            .asDoubleStream()
            .filter(extent -> extent > 0)
            .reduce(1, (a, b) -> a * b);
    return product >= 0x1p63
        || Arrays.stream(plan.lengths()).anyMatch(length -> length > Integer.MAX_VALUE);
  }

  /// The questions about shapes.
  int shapes() {
    return shapes;
  }

  /// The questions about data.
  int data() {
    return data;
  }

  /// One entry for each answer that differs and is not listed.
  List<String> unlisted() {
    return unlisted;
  }

  @Override
  public String toString() {
    return "%s questions, %s answered alike, %s not listed, known differences %s"
        .formatted(shapes + data, same, unlisted.size(), listed);
  }

  @Override
  public void close() {
    openVino.close();
  }
}

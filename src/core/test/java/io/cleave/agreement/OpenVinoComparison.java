package io.cleave.agreement;

import io.cleave.Splitter;
import io.cleave.conformance.PosedCases;
import io.cleave.ir.SplitModel;
import io.cleave.openvino.runtime.OpenVinoClient;
import io.cleave.openvino.runtime.Request;
import io.cleave.openvino.runtime.Response;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks OpenVINO and Cleave the same questions, and counts how the answers compare.
///
/// The shapes of an operation are one question, and where data is split, its parts are another one.
final class OpenVinoComparison implements AutoCloseable {
  /// Larger data proves no more.
  private static final long MAX_RANDOM_BYTES = 1 << 16;

  private final OpenVinoClient openVino;
  private final List<Splitter> splitters;
  private final List<String> unlisted = new ArrayList<>();
  private final Map<Difference, Integer> listed = new EnumMap<>(Difference.class);
  private int shapes;
  private int data;
  private int same;
  private int refused;

  /// @param folder where OpenVINO is
  /// @param splitters at least one; they are not closed
  OpenVinoComparison(Path folder, List<Splitter> splitters) {
    this.openVino = new OpenVinoClient(folder);
    this.splitters = List.copyOf(splitters);
  }

  /// Asks all conformance cases.
  void askCases() throws IOException {
    for (PosedCases.Posed posed : PosedCases.shipped()) {
      ask(posed.id(), posed.operation(), posed.data());
    }
  }

  void askRandom(long seed, int count) {
    RandomOperations random = new RandomOperations(seed);
    for (int i = 0; i < count; i++) {
      SplitOperation operation = random.next();
      String name = "seed %s, operation %s".formatted(seed, i);
      ask(name, operation, plan(operation).map(random::data));
    }
  }

  private static Optional<SplitPlan> plan(SplitOperation operation) {
    if (!operation.isKnown() || operation.type() == ElementType.STRING) {
      return Optional.empty();
    }
    try {
      SplitPlan plan = operation.plan();
      return Optional.of(plan).filter(known -> known.data().bytes() <= MAX_RANDOM_BYTES);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private void ask(String name, SplitOperation operation, Optional<byte[]> bytes) {
    if (!isAskable(operation)) {
      return;
    }
    Optional<DataComparison> split =
        bytes
            .map(content -> new DataComparison(operation.plan(), content))
            .filter(DataComparison::isAskable);
    ModelBuilder model = OperationModel.of(operation);
    Request request = Request.shapes(model.xml(), model.weights());
    boolean isWholeBytes = split.isPresent() && !split.get().isPacked();
    Response response = openVino.ask(isWholeBytes ? request.with(bytes.get()) : request);
    shapes++;
    Result result = ShapeComparison.of(operation, response);
    count(result, name, operation);
    if (result instanceof Result.Same && split.isPresent()) {
      data++;
      count(compare(split.get(), response), name, operation);
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

  /// Compares the first splitter with OpenVINO, and the others with the first.
  private Result compare(DataComparison split, Response response) {
    List<byte[]> ours = split.split(splitters.getFirst());
    for (Splitter other : splitters.subList(1, splitters.size())) {
      if (!DataComparison.areEqual(ours, split.split(other))) {
        return new Result.Unlisted(
            "%s makes other parts than %s"
                .formatted(other.device().name(), splitters.getFirst().device().name()));
      }
    }
    return split.isPacked()
        ? split.ofPacked(openVino.ask(split.packed(ours)))
        : split.ofBytes(ours, response);
  }

  private void count(Result result, String name, SplitOperation operation) {
    switch (result) {
      case Result.Same _ -> same++;
      case Result.BothRefuse _ -> refused++;
      case Result.Listed(Difference difference) -> listed.merge(difference, 1, Integer::sum);
      case Result.Unlisted(String how) ->
          unlisted.add("%s: %s: %s".formatted(name, operation, how));
    }
  }

  /// The questions about shapes.
  int shapes() {
    return shapes;
  }

  /// The questions about data.
  int data() {
    return data;
  }

  /// One line for each answer that differs and is not listed.
  List<String> unlisted() {
    return unlisted;
  }

  @Override
  public String toString() {
    return "%s questions, %s identical, %s rejected by both, %s not listed, known differences %s"
        .formatted(shapes + data, same, refused, unlisted.size(), listed);
  }

  @Override
  public void close() {
    openVino.close();
  }
}

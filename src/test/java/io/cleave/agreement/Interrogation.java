package io.cleave.agreement;

import io.cleave.backend.Splitter;
import io.cleave.conformance.CaseSource;
import io.cleave.conformance.PosedCases;
import io.cleave.ir.infer.Difference.Aspect;
import io.cleave.ir.write.SplitModel;
import io.cleave.openvino.runtime.Answer;
import io.cleave.openvino.runtime.Inquiry;
import io.cleave.openvino.runtime.Oracle;
import io.cleave.plan.ElementType;
import io.cleave.plan.Operation;
import io.cleave.plan.PartialShape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Asks OpenVINO and Cleave the same questions, and counts how the answers compare.
///
/// Of each operation the inferred shapes are one question, and where data is split, what the
/// splitters make of it is one more. Not safe for use by many threads.
public final class Interrogation implements AutoCloseable {
  /// More would tell no more.
  private static final long MAX_BYTES = 1 << 16;

  private final Oracle oracle;
  private final List<Splitter> splitters;
  private final Consumer<String> report;
  private final Tally shapes = new Tally(Aspect.SHAPES);
  private final Tally data = new Tally(Aspect.DATA);
  private long unasked;

  /// @param folder where OpenVINO is
  /// @param splitters at least one; they are used and not closed
  /// @param report gets one line for each answer that differs for no reason that is known
  public Interrogation(Path folder, List<Splitter> splitters, Consumer<String> report) {
    this.oracle = new Oracle(folder);
    this.splitters = List.copyOf(splitters);
    this.report = report;
  }

  /// Asks all cases of a source.
  ///
  /// @throws IOException if it cannot be read
  public void askCases(CaseSource source) throws IOException {
    long unread =
        PosedCases.forEach(source, posed -> ask(posed.id(), posed.operation(), posed.data()));
    unasked += unread;
  }

  /// Asks operations that nobody thought of.
  public void askRandom(long seed, int count) {
    RandomOperations operations = new RandomOperations(seed);
    RandomData random = new RandomData(seed);
    for (int i = 0; i < count; i++) {
      Operation operation = operations.get();
      ask("seed %s, operation %s".formatted(seed, i), operation, plan(operation).map(random::of));
    }
  }

  private static Optional<SplitPlan> plan(Operation operation) {
    if (!operation.isKnown() || operation.type() == ElementType.STRING) {
      return Optional.empty();
    }
    try {
      SplitPlan plan = operation.plan();
      return Optional.of(plan)
          .filter(known -> known.type().bytes(known.shape().volume()) <= MAX_BYTES);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// Asks one.
  ///
  /// @param bytes what is split, of an operation that is right and of which everything is known;
  ///   empty for the shapes alone
  public void ask(String name, Operation operation, Optional<byte[]> bytes) {
    if (!isAskable(operation)) {
      unasked++;
      return;
    }
    SplitModel model = SplitModel.of(operation);
    Optional<DataComparison> comparison =
        bytes
            .map(split -> new DataComparison(operation.plan(), split))
            .filter(DataComparison::isAskable);
    Inquiry inquiry = Inquiry.shapes(model.xml(), model.weights());
    boolean wholeBytes = comparison.isPresent() && !comparison.get().isPacked();
    Answer answer = oracle.ask(wholeBytes ? comparison.get().bytes(inquiry) : inquiry);
    Verdict verdict = ShapeComparison.of(operation, answer);
    tell(shapes, name, operation, verdict);
    if (verdict instanceof Verdict.Agreed && comparison.isPresent()) {
      tell(data, name, operation, compare(comparison.get(), answer));
    }
  }

  /// A model has results, so that there is no asking for none, nor for a number that is not known;
  /// and very many take OpenVINO very long.
  private static boolean isAskable(Operation operation) {
    return switch (operation) {
      case Operation.ByLengths split -> {
        PartialShape lengths = split.lengths().shape();
        yield lengths.isKnown()
            && lengths.dimensions().stream()
                .allMatch(extent -> extent.min() > 0 && extent.min() <= SplitModel.MAX_PARTS);
      }
      case Operation.IntoEqualParts split -> split.count() <= SplitModel.MAX_PARTS;
    };
  }

  /// Holds one splitter against OpenVINO, and the others against that one.
  private Verdict compare(DataComparison split, Answer answer) {
    List<byte[]> ours = split.split(splitters.getFirst());
    for (Splitter other : splitters.subList(1, splitters.size())) {
      if (!DataComparison.match(ours, split.split(other), Arrays::equals)) {
        return new Verdict.Disagrees(
            "%s makes other parts than %s"
                .formatted(other.device().name(), splitters.getFirst().device().name()));
      }
    }
    return split.isPacked()
        ? split.ofPacked(oracle.ask(split.packed(ours)))
        : split.ofBytes(ours, answer);
  }

  private void tell(Tally tally, String name, Operation operation, Verdict verdict) {
    tally.add(verdict);
    if (verdict instanceof Verdict.Disagrees(String how)) {
      report.accept("%s: %s: %s".formatted(name, operation, how));
    }
  }

  /// What came of the questions about shapes, and about data.
  public List<Tally> tallies() {
    return List.of(shapes, data);
  }

  /// The questions.
  public long asked() {
    return shapes.asked() + data.asked();
  }

  /// `of 2712 questions 1903 answered alike, 402 refused by both, 407 different as listed`
  public String summary() {
    return "of %s questions %s answered alike, %s refused by both, %s different as listed%s"
        .formatted(
            asked(),
            shapes.agreed() + data.agreed(),
            shapes.refusedByBoth() + data.refusedByBoth(),
            shapes.listed() + data.listed(),
            disagreed() == 0 ? "" : ", %s different for no known reason".formatted(disagreed()));
  }

  /// The answers that differ for no reason that is known.
  public long disagreed() {
    return shapes.disagreed() + data.disagreed();
  }

  /// The operations that could not be asked: those without parts or of so many that nobody knows
  /// how many, and cases that cannot be said in Cleave's words.
  public long unasked() {
    return unasked;
  }

  @Override
  public void close() {
    oracle.close();
  }
}

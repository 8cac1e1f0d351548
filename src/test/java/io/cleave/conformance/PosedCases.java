package io.cleave.conformance;

import io.cleave.conformance.CaseLines.Line;
import io.cleave.json.JsonReader;
import io.cleave.plan.ElementType;
import io.cleave.plan.Operation;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads cases for somebody else to answer.
public final class PosedCases {
  /// Larger ones would tell no more than small ones.
  private static final Workload LIMIT = new Workload(1 << 24);

  private PosedCases() {}

  /// Poses the cases of a source, one after the other.
  ///
  /// A case of which an input cannot be written in the library's words, such as an extent of -2, is
  /// no question to anybody else.
  ///
  /// @param ask gets each case that can be asked
  /// @return how many could not
  /// @throws IOException if the source cannot be read
  /// @throws IllegalArgumentException if a line is no case
  public static long forEach(CaseSource source, Consumer<PosedCase> ask) throws IOException {
    long unasked = 0;
    try (InputStream in = source.opener().open()) {
      CaseLines lines = new CaseLines(in, Conformance.MAX_LINE_BYTES);
      for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
        Optional<PosedCase> posed = posed(source, line.get());
        posed.ifPresent(ask);
        unasked += posed.isPresent() ? 0 : 1;
      }
    }
    return unasked;
  }

  private static Optional<PosedCase> posed(CaseSource source, Line line) {
    try {
      return posed(CaseParser.parse(JsonReader.parseUtf8(line.text().orElseThrow()).asObject()));
    } catch (CaseFailure | IllegalArgumentException | NoSuchElementException e) {
      throw new IllegalArgumentException(
          "%s:%s is no case: %s".formatted(source.name(), line.number(), Excerpt.of(e)), e);
    }
  }

  private static Optional<PosedCase> posed(Case read) {
    try {
      Operation operation = CaseOperation.of(read);
      return Optional.of(new PosedCase(read.id(), operation, data(read, operation)));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Optional<byte[]> data(Case read, Operation operation) {
    if (!operation.isKnown() || operation.type() == ElementType.STRING) {
      return Optional.empty();
    }
    SplitPlan plan;
    try {
      plan = operation.plan();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
    if (LIMIT.isExceededBy(plan)) {
      return Optional.empty();
    }
    Content content = new Content(plan, Seed.of(read));
    byte[] bytes = new byte[Math.toIntExact(content.size())];
    content.write(read.data(), MemorySegment.ofArray(bytes));
    return Optional.of(bytes);
  }
}

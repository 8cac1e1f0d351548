package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.agreement.OperationModel;
import io.cleave.agreement.RandomOperations;
import io.cleave.ir.Model;
import io.cleave.ir.SplitLayer;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reads operations that were written as models: shapes, axis, lengths, plans and parts are those
/// of the operation, and a model is refused where the operation is.
class WrittenSplitTest {
  @TempDir private Path folder;

  @Test
  void everyCaseIsReadBack() throws IOException {
    int answered = 0;
    for (PosedCases.Posed posed : PosedCases.shipped()) {
      answered += isReadBack(posed.id(), posed.operation()) ? 1 : 0;
    }
    assertThat(answered).as("cases that are no refusals").isEqualTo(920);
  }

  @Test
  void randomSplitsAreReadBack() throws IOException {
    RandomOperations random = new RandomOperations(1);
    int answered = 0;
    for (int i = 0; i < 600; i++) {
      answered += isReadBack("split " + i, random.next()) ? 1 : 0;
    }
    assertThat(answered).as("answered").isBetween(100, 590);
  }

  /// Checks that an operation is read back; gives whether it has an answer.
  private boolean isReadBack(String name, SplitOperation operation) throws IOException {
    Path file = OperationModel.of(operation).write(folder);
    SplitLayer read = Model.read(file).splits().getFirst();
    List<PartialShape> parts;
    try {
      parts = operation.infer();
    } catch (IllegalArgumentException _) {
      assertThat(read.isSound()).as(name).isFalse();
      return false;
    }
    assertThat(read.operation().data()).as(name).isEqualTo(operation.data());
    assertThat(read.type()).as(name).contains(operation.type());
    assertThat(read.operation().axis()).as(name).isEqualTo(operation.axis());
    assertThat(read.operation().lengths()).as(name).isEqualTo(operation.lengths());
    assertThat(read.outputs())
        .as(name)
        .extracting(SplitLayer.Output::shape)
        .isEqualTo(parts.isEmpty() ? List.of(PartialShape.unknownRank()) : parts);
    assertThat(read.plan())
        .as(name)
        .isEqualTo(operation.isKnown() ? Optional.of(operation.plan()) : Optional.empty());
    return true;
  }
}

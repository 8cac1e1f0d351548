package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.agreement.ModelBuilder;
import io.cleave.agreement.OperationModel;
import io.cleave.ir.Model;
import io.cleave.ir.SplitLayer;
import io.cleave.ir.TestModel;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reads operations that were written as models: shapes, axis, lengths, plans and parts are those
/// of the operation, and a model is refused where the operation is.
class WrittenSplitTest {
  private static final List<ElementType> TYPES = List.of(ElementType.values());
  private static final List<ElementType> INTEGERS =
      TYPES.stream().filter(ElementType::holdsIndices).toList();
  private static final List<String> EXTENTS =
      List.of("6", "6", "6", "?", "2..7", "..5", "6..", "0");

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
    Random random = new Random(1);
    int answered = 0;
    for (int i = 0; i < 600; i++) {
      answered += isReadBack("split " + i, operation(random)) ? 1 : 0;
    }
    assertThat(answered).as("answered").isBetween(100, 590);
  }

  private static SplitOperation operation(Random random) {
    PartialShape shape =
        random.nextInt(12) == 0
            ? PartialShape.unknownRank()
            : PartialShape.parse(
                IntStream.range(0, 1 + random.nextInt(4))
                    .mapToObj(_ -> any(EXTENTS, random))
                    .collect(Collectors.joining(",")));
    ElementType type = any(TYPES, random);
    IntegerInput axis = input(random, random.nextBoolean() ? Shape.of() : Shape.of(1), 2);
    return random.nextInt(3) == 0
        ? SplitOperation.split(shape, type, axis, 1 + random.nextInt(3))
        : SplitOperation.variadicSplit(shape, type, axis, input(random, lengths(random), 4));
  }

  private static <T> T any(List<T> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  private static Shape lengths(Random random) {
    return random.nextInt(10) == 0 ? Shape.of(2, 2) : Shape.of(1 + random.nextInt(4));
  }

  private static IntegerInput input(Random random, Shape shape, int bound) {
    ElementType type = any(INTEGERS, random);
    boolean isSigned = type.toString().startsWith("i");
    return random.nextInt(8) == 0
        ? IntegerInput.unknown(type, PartialShape.of(shape))
        : IntegerInput.of(
            type, shape, random.longs(shape.elements(), isSigned ? -1 : 0, bound).toArray());
  }

  /// Checks that an operation is read back; gives whether it has an answer.
  private boolean isReadBack(String name, SplitOperation operation) throws IOException {
    ModelBuilder model = OperationModel.of(operation);
    Path file = TestModel.write(folder, model.xml(), model.weights());
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

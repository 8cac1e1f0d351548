package io.cleave.ir.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.ir.Model;
import io.cleave.ir.TestModel;
import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import io.cleave.plan.PartialShape;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Shapes of more extents than a message quotes.
class SplitModelTextTest {
  private static final String ONES = "1,".repeat(39);

  @TempDir private Path folder;

  @Test
  void everyExtentOfAPlanIsWritten() throws IOException {
    SplitPlan plan = SplitPlan.byLengths(Shape.parse(ONES + "4"), ElementType.F32, -1, 3, 1);
    SplitModel parameter = SplitModel.of(plan);
    SplitModel constant = parameter.withData(MemorySegment.ofArray(new byte[16]));
    for (SplitModel model : new SplitModel[] {parameter, constant}) {
      Model read = Model.read(TestModel.write(folder, model.xml(), model.weights()));
      assertThat(read.splits().getFirst().plan()).contains(plan);
    }
  }

  @Test
  void soAreThoseThatAreNotKnown() {
    IntegerInput axis = IntegerInput.scalar(ElementType.I64, 0);
    PartialShape shape = PartialShape.parse("2..6," + ONES + "?");
    assertThat(SplitModel.split(shape, ElementType.F32, axis, 2).xml())
        .contains("<data shape=\"2..6," + ONES + "?\" element_type=\"f32\"/>");
  }
}

package io.cleave.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.ir.write.SplitModel;
import io.cleave.openvino.runtime.Answer;
import io.cleave.openvino.runtime.Inquiry;
import io.cleave.openvino.runtime.Oracle;
import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import io.cleave.plan.Operation;
import io.cleave.plan.PartialShape;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A process of OpenVINO's that ends for what it was asked before is no answer.
@Timeout(120)
class OracleIT {
  private static Inquiry question() {
    SplitModel model =
        SplitModel.of(
            new Operation.IntoEqualParts(
                PartialShape.parse("[4]"),
                ElementType.U8,
                IntegerInput.scalar(ElementType.I64, 0),
                2));
    return Inquiry.shapes(model.xml(), model.weights());
  }

  private static List<ProcessHandle> begun(List<ProcessHandle> before) {
    return ProcessHandle.current().children().filter(child -> !before.contains(child)).toList();
  }

  @Test
  void anotherProcessAnswersForOneThatWasRuined() {
    List<ProcessHandle> before = ProcessHandle.current().children().toList();
    try (Oracle oracle = new Oracle(InstalledOpenVino.folder())) {
      Answer answer = oracle.ask(question());
      assertThat(answer)
          .isEqualTo(
              new Answer.Inferred(List.of(PartialShape.parse("[2]"), PartialShape.parse("[2]"))));
      List<ProcessHandle> first = begun(before);
      assertThat(first).hasSize(1);
      first.getFirst().destroyForcibly();
      first.getFirst().onExit().join();
      assertThat(oracle.ask(question())).isEqualTo(answer);
      assertThat(begun(before)).hasSize(1).doesNotContainAnyElementsOf(first);
    }
  }
}

package io.cleave.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Example;
import io.cleave.backend.Splitter;
import io.cleave.backend.StackExample;
import io.cleave.conformance.CaseResult;
import io.cleave.conformance.CaseSource;
import io.cleave.conformance.Conformance;
import io.cleave.conformance.Outcome;
import io.cleave.conformance.Summary;
import io.cleave.json.JsonReader;
import io.cleave.plan.ElementType;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WrittenExampleTest {
  private static final List<Example> EXAMPLES =
      LongStream.range(0, 300).mapToObj(new Chance(300)::example).toList();

  private static List<Outcome> outcomes(String lines, Splitter splitter) {
    List<CaseResult> results = new ArrayList<>();
    CaseSource source =
        new CaseSource(
            "examples", () -> new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
    Summary summary = new Conformance(splitter).run(List.of(source), results::add);
    assertThat(summary.toString()).isNotEmpty();
    return results.stream().map(CaseResult::outcome).toList();
  }

  private static String lines() {
    return EXAMPLES.stream()
        .map(example -> WrittenExample.line("example", example))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void everyExampleIsACaseThatPasses() {
    Set<ElementType> types = EnumSet.noneOf(ElementType.class);
    EXAMPLES.forEach(example -> types.add(example.plan().type()));
    assertThat(types).hasSize(ElementType.values().length - 1);
    try (Spoiled right = new Spoiled(_ -> false)) {
      assertThat(outcomes(lines(), right))
          .hasSize(EXAMPLES.size())
          .containsOnly(new Outcome.Passed());
    }
  }

  @Test
  void theCaseOfAnExampleFailsWhereTheExampleDoes() {
    try (Spoiled wrong = new Spoiled(plan -> plan.shape().volume() > 1)) {
      List<Outcome> outcomes = outcomes(lines(), wrong);
      for (int i = 0; i < outcomes.size(); i++) {
        boolean isSpoiled = EXAMPLES.get(i).plan().shape().volume() > 1;
        assertThat(outcomes.get(i) instanceof Outcome.Failed)
            .as("%s: %s", EXAMPLES.get(i), outcomes.get(i))
            .isEqualTo(isSpoiled);
      }
    }
  }

  @Test
  void saysWhatACaseHasNoWordsFor() {
    Example stacked =
        EXAMPLES.stream()
            .filter(example -> example instanceof StackExample && example.plan().converts())
            .findFirst()
            .orElseThrow();
    assertThat(JsonReader.parse(WrittenExample.line("x", stacked)).asObject().fields())
        .containsKeys("converted", "stacked", "memory");
  }
}

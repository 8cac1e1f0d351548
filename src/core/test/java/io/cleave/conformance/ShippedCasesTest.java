package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ShippedCasesTest {
  @Test
  void allPassOnTheCpuTwin() {
    try (Splitter splitter = CpuSplitter.open()) {
      requireAllPass(splitter);
    }
  }

  @Test
  @Tag("kernels")
  void allPassOnVectors() {
    try (Splitter splitter = CpuSplitter.open(2, CpuKernels.VECTOR)) {
      requireAllPass(splitter);
    }
  }

  static void requireAllPass(Splitter splitter) {
    List<CaseResult> bad = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Summary summary =
        new Conformance(splitter)
            .run(
                ShippedCases.all(),
                result -> {
                  assertThat(names.add(result.id())).as("another case %s", result.id()).isTrue();
                  if (result.outcome() != CaseResult.Outcome.PASSED) {
                    bad.add(result);
                  }
                });
    assertThat(bad).isEmpty();
    assertThat(summary).hasToString("979 passed, 0 failed");
  }
}

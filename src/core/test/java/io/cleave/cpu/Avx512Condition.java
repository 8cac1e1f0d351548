package io.cleave.cpu;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Skips the run `avx2` of the pom, which finds this class as a service, on processors of Linux
/// without AVX-512: it would repeat the first run.
public final class Avx512Condition implements ExecutionCondition {
  private static final Path PROCESSOR = Path.of("/proc/cpuinfo");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    try {
      return !Files.exists(PROCESSOR) || Files.readString(PROCESSOR).contains(" avx512f ")
          ? enabled("there may be AVX-512")
          : disabled("the processor has no AVX-512, so this would repeat the first run");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.cleave.conformance;

import io.cleave.json.JsonReader;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// The conformance cases as questions for another implementation, without their answers.
public final class PosedCases {
  private static final long MOST_BYTES = 1 << 24;
  private static final int MOST_PARTS = 1 << 14;

  private PosedCases() {}

  /// A case.
  ///
  /// @param data packed, and not to be changed; empty where the library does not split it, or it is
  ///   too large or made of strings
  public record Posed(String id, SplitOperation operation, Optional<byte[]> data) {}

  /// The shipped cases, but for those with a type or a number that an operation cannot hold.
  public static List<Posed> shipped() throws IOException {
    List<Posed> posed = new ArrayList<>();
    for (CaseSource source : ShippedCases.all()) {
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(source.opener().open(), StandardCharsets.UTF_8))) {
        for (String line : lines.lines().filter(text -> !text.isBlank()).toList()) {
          Case read = Case.parse(JsonReader.parse(line).asObject());
          operation(read)
              .ifPresent(
                  operation -> posed.add(new Posed(read.id(), operation, data(read, operation))));
        }
      }
    }
    return posed;
  }

  private static Optional<SplitOperation> operation(Case read) {
    try {
      return Optional.of(read.operation());
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Optional<byte[]> data(Case read, SplitOperation operation) {
    if (!operation.isKnown() || operation.type() == ElementType.STRING) {
      return Optional.empty();
    }
    SplitPlan plan;
    try {
      plan = operation.plan();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
    long elements = plan.data().shape().elements();
    long size = operation.type().bytes(elements);
    if (size > MOST_BYTES || plan.partCount() > MOST_PARTS) {
      return Optional.empty();
    }
    byte[] bytes = new byte[Math.toIntExact(size)];
    MemorySegment memory = MemorySegment.ofArray(bytes);
    ValueCodec.write(operation.type(), read.data(), elements, memory, new Random(1));
    return Optional.of(bytes);
  }
}

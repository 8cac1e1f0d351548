package io.cleave.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// The conformance cases as questions for another implementation, without their answers.
public final class PosedCases {
  private PosedCases() {}

  /// A case.
  public record Posed(String id, SplitOperation operation, JsonValue content) {
    /// Packed data of the case; not of strings.
    public byte[] data(SplitPlan plan) {
      byte[] bytes = new byte[Math.toIntExact(plan.data().bytes())];
      ValueCodec.write(
          operation.type(),
          content,
          plan.data().shape().elements(),
          MemorySegment.ofArray(bytes),
          new Random(1));
      return bytes;
    }
  }

  /// The shipped cases, but for those with a type or a number that an operation cannot hold.
  public static List<Posed> shipped() throws IOException {
    List<Posed> posed = new ArrayList<>();
    for (CaseSource source : ShippedCases.all()) {
      for (String line :
          new String(source.opener().open().readAllBytes(), UTF_8).lines().toList()) {
        Case read = Case.parse(JsonReader.parse(line));
        try {
          posed.add(new Posed(read.id(), read.operation().get(), read.data()));
        } catch (IllegalArgumentException _) {
          // It must be refused.
        }
      }
    }
    return posed;
  }
}

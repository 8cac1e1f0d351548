package io.cleave.conformance;

import io.cleave.conformance.Case.Data;
import io.cleave.json.JsonValue;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Writes what the data of a case holds.
///
/// @param plan of a type whose elements have a size
/// @param seed of what may be anything
record Content(SplitPlan plan, Seed seed) {
  /// The bytes that it takes.
  long size() {
    return plan.data().type().bytes(plan.data().shape().elements());
  }

  /// @param memory of as many bytes
  /// @throws CaseFailure if a value is not of the type
  void write(Data content, MemorySegment memory) {
    ValueCodec codec = new ValueCodec(plan.data().type());
    switch (content) {
      case Data.Iota _ -> codec.writeIota(plan.data().shape().elements(), memory);
      case Data.Values(List<JsonValue> values) -> codec.write(values, memory);
      case Data.Any _ -> {
        seed.fill(memory);
        codec.clearUnusedBits(plan.data().shape().elements(), memory);
      }
    }
  }
}

package io.cleave.conformance;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.conformance.Case.Data;
import io.cleave.json.JsonValue;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/// Carries out one plan, once into given outputs and once into new ones, and compares every byte.
final class ByteTrial {
  /// More than any vector: the data stands at an odd address in it.
  private static final long SLACK = 64;

  private final Splitter splitter;
  private final SplitPlan plan;
  private final NaiveSplit oracle;
  private final ValueCodec codec;
  private final Seed seed;

  /// @param plan of a type whose elements have a size
  /// @param oracle for the same split
  ByteTrial(Splitter splitter, SplitPlan plan, NaiveSplit oracle, Seed seed) {
    this.splitter = splitter;
    this.plan = plan;
    this.oracle = oracle;
    this.codec = new ValueCodec(plan.data().type());
    this.seed = seed;
  }

  /// @param values of each part; empty where the oracle is asked
  /// @throws CaseFailure if a value is not of the type, or an answer is wrong
  void run(Data content, Optional<List<List<JsonValue>>> values) {
    try (Arena arena = seed.arena()) {
      MemorySegment data = data(content, arena);
      List<byte[]> expected =
          values.map(this::encode).orElseGet(() -> oracle.split(data, plan.data().type()));
      long checksum = checksum(data);
      splitIntoOurs(data.asReadOnly(), expected);
      requireUnchanged(data, checksum);
      splitIntoTheirs(data.asReadOnly(), expected);
      requireUnchanged(data, checksum);
    }
  }

  private MemorySegment data(Data content, Arena arena) {
    Content writer = new Content(plan, seed);
    long size = writer.size();
    MemorySegment data =
        arena.allocate(size + SLACK, SLACK).asSlice(seed.misalignment(plan.partCount()), size);
    writer.write(content, data);
    return data;
  }

  private List<byte[]> encode(List<List<JsonValue>> values) {
    return values.stream().map(this::encodePart).toList();
  }

  private byte[] encodePart(List<JsonValue> values) {
    byte[] bytes = new byte[Math.toIntExact(plan.data().type().bytes(values.size()))];
    codec.write(values, MemorySegment.ofArray(bytes));
    return bytes;
  }

  private void splitIntoOurs(MemorySegment data, List<byte[]> expected) {
    try (Arena arena = seed.arena()) {
      GuardedOutputs outputs = new GuardedOutputs(expected, arena, seed);
      splitter.split(plan, data, outputs.parts());
      outputs.requireGuardsIntact();
      for (int i = 0; i < expected.size(); i++) {
        requireBytes(plan.part(i), outputs.parts().get(i), expected.get(i));
      }
    }
  }

  private void splitIntoTheirs(MemorySegment data, List<byte[]> expected) {
    try (Arena arena = seed.arena()) {
      List<Tensor> parts = splitter.split(plan, data, arena);
      if (parts.size() != expected.size()) {
        throw new CaseFailure(
            "%s new parts came back, expected %s".formatted(parts.size(), expected.size()));
      }
      for (int i = 0; i < expected.size(); i++) {
        requireTensor(plan.part(i), parts.get(i), expected.get(i));
      }
    }
  }

  private void requireTensor(Part part, Tensor tensor, byte[] expected) {
    Shape shape = part.shape();
    if (!tensor.shape().equals(shape) || tensor.type() != part.type()) {
      throw new CaseFailure(
          "new part %s is %s, expected %s %s".formatted(part.index(), tensor, part.type(), shape));
    }
    requireBytes(part, tensor.data(), expected);
  }

  private static void requireBytes(Part part, MemorySegment actual, byte[] expected) {
    long at = actual.mismatch(MemorySegment.ofArray(expected));
    if (at >= 0) {
      throw new CaseFailure(
          "part %s of shape %s: byte %s is %02x, expected %02x"
              .formatted(
                  part.index(),
                  part.shape(),
                  at,
                  actual.get(ValueLayout.JAVA_BYTE, at),
                  expected[(int) at]));
    }
  }

  private static void requireUnchanged(MemorySegment data, long checksum) {
    if (checksum(data) != checksum) {
      throw new CaseFailure("the data was changed");
    }
  }

  private static long checksum(MemorySegment data) {
    CRC32C checksum = new CRC32C();
    checksum.update(data.asByteBuffer());
    return checksum.getValue();
  }
}

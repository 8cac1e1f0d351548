package io.cleave.conformance;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.json.JsonValue;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Carries out the plan of one case, once into given outputs and once into new ones, and compares
/// every byte, or every string.
///
/// Memory kinds, addresses and data vary from case to case and never from run to run, since they
/// follow from the case's name.
final class CaseRun {
  /// Larger than any vector: the alignment of memory, the bytes between outputs, and the limit of
  /// the distance from an aligned address.
  private static final int GUARD = 64;

  private final Splitter splitter;
  private final SplitPlan plan;
  private final ElementType type;
  private final Case tried;
  private final NaiveSplit oracle;
  private final RandomGenerator random;
  private final boolean isAligned;

  /// @param oracle for the same split
  CaseRun(Splitter splitter, SplitPlan plan, Case tried, NaiveSplit oracle) {
    this.splitter = splitter;
    this.plan = plan;
    this.type = plan.data().type();
    this.tried = tried;
    this.oracle = oracle;
    this.random = new SplittableRandom(tried.id().hashCode());
    this.isAligned = random.nextInt(4) == 0;
  }

  /// @throws CaseFailure if a value is not of the type, or an answer is wrong
  void run() {
    if (type == ElementType.STRING) {
      splitStrings();
      return;
    }
    try (Arena arena = random.nextBoolean() ? Arena.ofShared() : Arena.ofConfined()) {
      long elements = plan.data().shape().elements();
      long size = type.bytes(elements);
      MemorySegment data = arena.allocate(size + GUARD, GUARD).asSlice(misalignment(), size);
      ValueCodec.write(type, tried.data(), elements, data, random);
      MemorySegment original = arena.allocate(Math.max(1, size)).asSlice(0, size).copyFrom(data);
      List<byte[]> expected =
          tried.values().map(this::encode).orElseGet(() -> oracle.split(data, type));
      splitIntoGiven(data.asReadOnly(), expected, arena);
      requireUnchanged(data.mismatch(original) < 0);
      requireNewParts(splitter.split(plan, data.asReadOnly(), arena), expected);
      requireUnchanged(data.mismatch(original) < 0);
    }
  }

  private int misalignment() {
    return isAligned ? 0 : random.nextInt(GUARD);
  }

  private List<byte[]> encode(List<List<JsonValue>> values) {
    List<byte[]> encoded = new ArrayList<>();
    for (Part part : plan.parts()) {
      byte[] bytes = new byte[Math.toIntExact(part.bytes())];
      JsonValue listed = new JsonValue(values.get(part.index()));
      MemorySegment memory = MemorySegment.ofArray(bytes);
      ValueCodec.write(type, listed, part.shape().elements(), memory, random);
      encoded.add(bytes);
    }
    return encoded;
  }

  /// The outputs stand between guard bytes of any value, and start as the complement of what is
  /// expected of them, so that not one bit left unwritten goes unnoticed.
  private void splitIntoGiven(MemorySegment data, List<byte[]> expected, Arena arena) {
    long[] starts = new long[expected.size()];
    long end = 0;
    for (int i = 0; i < starts.length; i++) {
      starts[i] = Math.ceilDiv(end + GUARD, GUARD) * GUARD + misalignment();
      end = starts[i] + expected.get(i).length;
    }
    MemorySegment image = arena.allocate(end + GUARD, GUARD).fill((byte) random.nextInt());
    MemorySegment memory = arena.allocate(image.byteSize(), GUARD).copyFrom(image);
    List<MemorySegment> parts = new ArrayList<>();
    for (int i = 0; i < starts.length; i++) {
      byte[] bytes = expected.get(i).clone();
      image.asSlice(starts[i], bytes.length).copyFrom(MemorySegment.ofArray(bytes));
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = (byte) ~bytes[k];
      }
      MemorySegment part = memory.asSlice(starts[i], bytes.length);
      parts.add(part.copyFrom(MemorySegment.ofArray(bytes)));
    }
    splitter.split(plan, data, parts);
    long at = memory.mismatch(image);
    if (at >= 0) {
      long before = Arrays.stream(starts).filter(start -> start <= at).count();
      int part = (int) Math.max(0, before - 1);
      throw wrong(plan.part(part), starts[part], at, memory, image);
    }
  }

  /// @param start of the part in both segments; an index beyond the part is that of a guard byte
  private static CaseFailure wrong(
      Part part, long start, long at, MemorySegment actual, MemorySegment expected) {
    byte is = actual.get(ValueLayout.JAVA_BYTE, at);
    byte right = expected.get(ValueLayout.JAVA_BYTE, at);
    return CaseFailure.wrong(
        "part %s of shape %s: byte %s of %s is %02x, expected %02x"
            .formatted(part.index(), part.shape(), at - start, part.bytes(), is, right));
  }

  private void requireNewParts(List<Tensor> parts, List<byte[]> expected) {
    requireCount(parts, expected);
    for (int i = 0; i < expected.size(); i++) {
      Part part = plan.part(i);
      Tensor tensor = parts.get(i);
      if (!tensor.shape().equals(part.shape()) || tensor.type() != part.type()) {
        throw CaseFailure.wrong(
            "new part %s is %s, expected %s %s".formatted(i, tensor, part.type(), part.shape()));
      }
      MemorySegment bytes = MemorySegment.ofArray(expected.get(i));
      long at = tensor.data().mismatch(bytes);
      if (at >= 0) {
        throw wrong(part, 0, at, tensor.data(), bytes);
      }
    }
  }

  private void splitStrings() {
    String[] data = strings();
    List<String[]> expected =
        tried
            .values()
            .map(lists -> lists.stream().map(CaseRun::strings).toList())
            .orElseGet(() -> oracle.split(data));
    String[] given = data.clone();
    List<String[]> actual = splitter.split(plan, given);
    requireUnchanged(Arrays.equals(given, data));
    requireCount(actual, expected);
    for (int i = 0; i < expected.size(); i++) {
      int at = Arrays.mismatch(actual.get(i), expected.get(i));
      if (at >= 0) {
        throw CaseFailure.wrong(
            "part %s of %s strings: element %s is not as in %s"
                .formatted(
                    i,
                    actual.get(i).length,
                    at,
                    OneLine.excerpt(Arrays.toString(expected.get(i)))));
      }
    }
  }

  private String[] strings() {
    if (tried.data().value() instanceof List) {
      return strings(tried.data().items());
    }
    boolean isIota = tried.data().value() != null;
    return IntStream.range(0, Math.toIntExact(plan.data().shape().elements()))
        .mapToObj(i -> isIota ? "" + i : Long.toString(random.nextLong(), Character.MAX_RADIX))
        .toArray(String[]::new);
  }

  private static String[] strings(List<JsonValue> values) {
    return values.stream().map(JsonValue::asString).toArray(String[]::new);
  }

  private static void requireCount(List<?> parts, List<?> expected) {
    if (parts.size() != expected.size()) {
      throw CaseFailure.wrong(
          "%s new parts came back, expected %s".formatted(parts.size(), expected.size()));
    }
  }

  private static void requireUnchanged(boolean isUnchanged) {
    if (!isUnchanged) {
      throw CaseFailure.wrong("the data was changed");
    }
  }
}

package io.cleave.plan;

import java.util.Arrays;
import java.util.List;

/// The rules of all parts: of each kind of value one for all parts, or one for each. Immutable
/// values, which do not copy what they are made of.
sealed interface RuleList {
  /// That of one part.
  Rule rule(int part);

  /// How many values there are, of each kind.
  List<Integer> counts();

  /// The list of these parts' rules, for rules that are not the same for all.
  default RuleList ofParts(int... parts) {
    return switch (this) {
      case Casts casts -> casts;
      case Affines(float[] scale, float[] bias) -> new Affines(of(scale, parts), of(bias, parts));
      case Dequantizations(float[] scale, long[] zero) ->
          new Dequantizations(of(scale, parts), of(zero, parts));
    };
  }

  private static float[] of(float[] values, int... parts) {
    if (values.length == 1) {
      return values;
    }
    float[] some = new float[parts.length];
    for (int i = 0; i < some.length; i++) {
      some[i] = values[parts[i]];
    }
    return some;
  }

  private static long[] of(long[] values, int... parts) {
    return values.length == 1
        ? values
        : Arrays.stream(parts).mapToLong(part -> values[part]).toArray();
  }

  /// The only rule of a cast.
  record Casts() implements RuleList {
    @Override
    public Rule rule(int part) {
      return new Rule.Cast();
    }

    @Override
    public List<Integer> counts() {
      return List.of();
    }
  }

  /// A scale and a bias.
  @SuppressWarnings("ArrayRecordComponent") // equals and hashCode go by the contents
  record Affines(float[] scale, float[] bias) implements RuleList {
    @Override
    public Rule rule(int part) {
      return new Rule.Affine(
          scale[Math.min(part, scale.length - 1)], bias[Math.min(part, bias.length - 1)]);
    }

    @Override
    public List<Integer> counts() {
      return List.of(scale.length, bias.length);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Affines that
          && Arrays.equals(scale, that.scale)
          && Arrays.equals(bias, that.bias);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(scale) + Arrays.hashCode(bias);
    }
  }

  /// A scale and a zero point.
  @SuppressWarnings("ArrayRecordComponent")
  record Dequantizations(float[] scale, long[] zero) implements RuleList {
    @Override
    public Rule rule(int part) {
      return new Rule.Dequantized(
          scale[Math.min(part, scale.length - 1)], zero[Math.min(part, zero.length - 1)]);
    }

    @Override
    public List<Integer> counts() {
      return List.of(scale.length, zero.length);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Dequantizations that
          && Arrays.equals(scale, that.scale)
          && Arrays.equals(zero, that.zero);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(scale) + Arrays.hashCode(zero);
    }
  }
}

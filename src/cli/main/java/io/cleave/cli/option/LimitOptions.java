package io.cleave.cli.option;

import io.cleave.file.Limits;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/// The option `--limit`, for inputs that are not trusted.
public final class LimitOptions {
  /// Quantities that can be limited.
  enum Limit {
    HEADER,
    DATA,
    PARTS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--limit",
      paramLabel = "WHAT=N",
      split = ",",
      description =
          "Refuse an input that takes more: header=BYTES, what it says of itself (default:"
              + " 100000000); data=BYTES, what its tensors unpack to; parts=N, what it is cut"
              + " into.")
  private Map<Limit, ByteCount> limits = Map.of();

  /// The limits.
  public Limits limits() {
    Limits usual = Limits.standard();
    return new Limits(
        limit(Limit.HEADER, usual.header()),
        limit(Limit.DATA, usual.data()),
        limit(Limit.PARTS, usual.parts()));
  }

  private long limit(Limit limit, long usual) {
    return limits.getOrDefault(limit, new ByteCount(usual)).bytes();
  }
}

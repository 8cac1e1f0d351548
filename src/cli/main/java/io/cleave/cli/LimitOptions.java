package io.cleave.cli;

import io.cleave.cli.Converters.ByteCount;
import io.cleave.file.Limits;
import io.cleave.text.Parsing;
import java.util.Map;
import picocli.CommandLine.Option;

/// The option `--limit`, for inputs that are not trusted.
public class LimitOptions {
  private static final String[] NAMES = {"header", "data", "parts"};

  @Option(
      names = "--limit",
      paramLabel = "WHAT=N",
      split = ",",
      mapFallbackValue = "",
      description =
          "Refuse an input that takes more: header=BYTES, its header (default:"
              + " 100000000); data=BYTES, what its tensors unpack to; parts=N, what it is cut"
              + " into.")
  private Map<String, ByteCount> limits = Map.of();

  /// The limits on a file, and on the parts that it is cut into.
  ///
  /// @throws IllegalArgumentException if something else is to be limited
  public Limits limits() {
    limits.keySet().forEach(name -> Parsing.named("limit", NAMES, name));
    Limits usual = Limits.standard();
    return new Limits(
        limit("header", usual.header()),
        limit("data", usual.data()),
        limit("parts", usual.parts()));
  }

  private long limit(String name, long usual) {
    return limits.getOrDefault(name, new ByteCount(usual)).bytes();
  }
}

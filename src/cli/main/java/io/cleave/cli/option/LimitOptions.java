package io.cleave.cli.option;

import io.cleave.file.Limits;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/// The option that limits what an untrusted input may take.
public final class LimitOptions {
  /// The limits by name.
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
      description = {
        "Refuse an input that takes more: header=BYTES, what it says of itself (default:"
            + " 100000000); data=BYTES, what its tensors unpack to; parts=N, what it is cut into."
      })
  private Map<Limit, ByteCount> limits = Map.of();

  /// The limits.
  public Limits limits() {
    Limits set = Limits.standard();
    for (Map.Entry<Limit, ByteCount> limit : limits.entrySet()) {
      long most = limit.getValue().bytes();
      set =
          switch (limit.getKey()) {
            case HEADER -> set.withHeader(most);
            case DATA -> set.withData(most);
            case PARTS -> set.withParts(most);
          };
    }
    return set;
  }
}

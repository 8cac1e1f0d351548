package io.cleave.cli.bench;

import io.cleave.bench.MemoryKind;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the value of `--memory` of a benchmark.
final class MemoryConverter implements ITypeConverter<MemoryKind> {
  @Override
  public MemoryKind convert(String text) {
    try {
      return MemoryKind.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}

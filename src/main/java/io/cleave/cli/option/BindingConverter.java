package io.cleave.cli.option;

import io.cleave.backend.Binding;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the value of `--binding`.
final class BindingConverter implements ITypeConverter<Binding> {
  @Override
  public Binding convert(String text) {
    try {
      return Binding.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}

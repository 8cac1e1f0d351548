package io.cleave.cli.option;

import io.cleave.backend.RouteName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the value of `--route`.
final class RouteConverter implements ITypeConverter<RouteName> {
  @Override
  public RouteName convert(String text) {
    try {
      return RouteName.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}

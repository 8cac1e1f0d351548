package io.cleave.spark;

import java.util.ArrayList;
import java.util.List;

/// Arguments of a command, a few at a time.
final class Arguments extends ArrayList<String> {
  private static final long serialVersionUID = 1;

  Arguments with(String... more) {
    addAll(List.of(more));
    return this;
  }
}

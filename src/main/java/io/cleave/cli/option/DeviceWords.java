package io.cleave.cli.option;

import java.util.Iterator;
import java.util.List;

/// The values of `--device` that a shell completes: those that mean something on every machine.
final class DeviceWords implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return List.of("cpu", "opencl", "auto").iterator();
  }
}

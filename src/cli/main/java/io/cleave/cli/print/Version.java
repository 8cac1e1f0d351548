package io.cleave.cli.print;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/// What `cleave --version` prints.
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version =
        Objects.requireNonNullElse(
            Version.class.getPackage().getImplementationVersion(), "(not packaged)");
    return new String[] {"cleave %s on Java %s".formatted(version, Runtime.version().feature())};
  }
}

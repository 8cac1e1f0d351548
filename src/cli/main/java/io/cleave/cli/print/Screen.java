package io.cleave.cli.print;

import io.cleave.draw.PlanPicture;
import java.io.Console;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// The terminal on which a person reads what a command prints.
///
/// @param columns how wide it is
/// @param hasUnicode whether it shows more than ASCII
public record Screen(int columns, boolean hasUnicode) {
  /// The terminal, if the output goes to one; what a program reads gets no drawings.
  // In JDK 22 to 24 it was never null; since 25 it is again, where there is no terminal.
  @SuppressWarnings("SystemConsoleNull")
  public static Optional<Screen> of(@Nullable CommandSpec spec) {
    Console console = System.console();
    if (console == null || !console.isTerminal()) {
      return Optional.empty();
    }
    // Asks the terminal, and takes 80 for one that does not say.
    int columns = Objects.requireNonNull(spec, "picocli injects it").usageMessage().width();
    return Optional.of(new Screen(columns, isUnicode(console.charset(), System.getenv("TERM"))));
  }

  private static boolean isUnicode(Charset charset, @Nullable String terminal) {
    return charset.equals(StandardCharsets.UTF_8) && !"dumb".equals(terminal);
  }

  /// A drawing of a plan that fits.
  public List<String> lines(PlanPicture picture) {
    return picture.bar(columns, hasUnicode);
  }
}

package io.cleave.cli;

import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.Version;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// `cleave completion`
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    versionProvider = Version.class,
    description = {
      "Prints a script that completes cleave's commands, options and values in a shell.",
      "bash-completion finds the file of the first example by itself; the second one's needs a"
          + " line '. ~/.cleave.zsh' in ~/.zshrc. Make it anew after an update."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  cleave completion bash > ~/.local/share/bash-completion/completions/cleave",
      "  cleave completion zsh > ~/.cleave.zsh"
    })
final class CompletionCommand implements Callable<Integer> {
  /// The shells for which there is a script.
  private enum Shell {
    BASH,
    ZSH;

    /// The name as one types it: `bash`.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Reads the name of a shell.
  private static final class ShellConverter implements ITypeConverter<Shell> {
    @Override
    public Shell convert(String text) {
      for (Shell shell : Shell.values()) {
        if (shell.toString().equals(text)) {
          return shell;
        }
      }
      throw new TypeConversionException(
          "there is no completion for \"%s\"; use bash or zsh".formatted(text));
    }
  }

  @Parameters(
      paramLabel = "SHELL",
      converter = ShellConverter.class,
      description = "The shell: ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.BASH;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CommandSpec root = Objects.requireNonNull(spec, "picocli injects it").root();
    // One script for both: in zsh it calls for the functions of bash, which zsh has.
    String script = AutoComplete.bash(root.name(), root.commandLine());
    Output.of(spec).print(head() + script.substring(script.indexOf("\n\n")).stripTrailing());
    return ExitCode.DONE;
  }

  /// In the place of picocli's, which tells of another way to install it.
  private String head() {
    return "# Completes cleave in %s; printed by 'cleave completion %s', whose --help says more."
        .formatted(shell, shell);
  }
}

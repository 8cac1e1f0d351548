package io.cleave.fuzz;

import io.cleave.cli.Cli;
import io.cleave.file.MalformedFileException;
import io.cleave.ir.Model;
import io.cleave.ir.SplitLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// OpenVINO models: the text of the `.xml` file, and behind the first byte of 0, which no text has,
/// the `.bin` file, if there shall be one.
final class ModelTarget implements FuzzTarget {
  private final Path xml;
  private final Path bin;

  ModelTarget(Path folder) {
    this.xml = folder.resolve("model.xml");
    this.bin = folder.resolve("model.bin");
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    write(input);
    Model model = Model.read(xml);
    for (SplitLayer split : model.splits()) {
      split.plan().ifPresent(plan -> FuzzTarget.require(!plan.toString().isEmpty(), plan));
    }
    Cli listed = Cli.run("ir", xml.toString());
    FuzzTarget.require(listed.code() == 0 && listed.err().isEmpty(), listed);
    FuzzTarget.require(Trial.isPlain(listed.out()), listed);
    runOf(model);
    return true;
  }

  private void write(byte[] input) throws IOException {
    int end = 0;
    while (end < input.length && input[end] != 0) {
      end++;
    }
    Files.write(xml, Arrays.copyOf(input, end));
    if (end < input.length) {
      Files.write(bin, Arrays.copyOfRange(input, end + 1, input.length));
    } else {
      Files.deleteIfExists(bin);
    }
  }

  /// Many models that are sound cannot be run.
  private static void runOf(Model model) {
    try {
      FuzzTarget.require(!model.outputs().isEmpty(), model);
    } catch (MalformedFileException e) {
      FuzzTarget.require(Trial.isSentence(e.getMessage()), e);
    }
  }
}

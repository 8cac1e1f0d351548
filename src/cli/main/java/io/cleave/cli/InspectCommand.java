package io.cleave.cli;

import io.cleave.cli.option.ReadingOptions;
import io.cleave.cli.print.Complaints;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredFile;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `cleave inspect`
@Command(
    name = "inspect",
    description = "Lists the tensors in files: name, type, shape, bytes and where they stand.",
    footerHeading = "%nA file that cannot be read does not keep the others from being listed.%n%n",
    footer = {
      "Examples:",
      "  cleave inspect model.safetensors *.npz",
      "  cleave inspect weights.bin --type bf16 --shape 4096,4096"
    })
final class InspectCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", arity = "1..*", description = "The files.")
  private List<Path> files = List.of();

  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    ReadOptions said = reading.reading();
    List<JsonValue> listed = new ArrayList<>();
    int code = ExitCode.DONE;
    for (Path file : files) {
      try {
        listed.add(list(file, said));
      } catch (IllegalArgumentException | IOException e) {
        int problem = Complaints.failed(e, Output.of(spec).line());
        code = Math.max(code, problem);
        listed.add(failure(file, e));
      }
    }
    if (json) {
      Output.of(spec).print(new JsonArray(listed));
    }
    return code;
  }

  /// Prints one file, or leaves that to the caller where JSON is wanted.
  private JsonObject list(Path file, ReadOptions said) throws IOException {
    try (StoredFile opened = StoredFile.open(file, said)) {
      if (json) {
        return Listing.json(opened);
      }
      Output output = Output.of(spec);
      Listing.lines(opened).forEach(output::print);
      return JsonObject.builder().build();
    }
  }

  private static JsonObject failure(Path file, Exception problem) {
    return JsonObject.builder()
        .put("file", file.toString())
        .put("problem", Complaints.sentence(problem))
        .build();
  }
}

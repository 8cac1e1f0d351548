package io.cleave.cli;

import io.cleave.file.format.DataSource;
import io.cleave.file.format.Entry;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.StoredTensor;
import io.cleave.json.JsonValue;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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

  @Mixin private InputOptions reading = new InputOptions();

  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    ReadOptions how = reading.reading();
    List<String> lines = new ArrayList<>();
    List<JsonValue> json = new ArrayList<>();
    int code = ExitCode.DONE;
    for (Path file : files) {
      try (StoredFile opened = StoredFile.open(file, how)) {
        lines.addAll(lines(opened));
        json.add(json(opened));
      } catch (IllegalArgumentException | IOException e) {
        code = Math.max(code, Errors.failed(e, "", output.line()));
        json.add(JsonValue.object("file", file, "problem", Errors.sentence(e)));
      }
    }
    output.print(lines, () -> JsonValue.of(json));
    return code;
  }

  private static List<String> lines(StoredFile file) {
    List<String> lines = new ArrayList<>();
    int count = file.entries().size();
    lines.add(
        "%s: %s, %s"
            .formatted(Output.shown(file.file()), file.format(), OneLine.count(count, "tensor")));
    file.metadata()
        .forEach((key, text) -> lines.add("  " + Output.shown(key) + " = " + Output.shown(text)));
    file.entries().forEach(entry -> lines.add("  " + line(entry)));
    file.others().forEach(name -> lines.add("  " + Output.shown(name) + "  no tensor, ignored"));
    return lines;
  }

  private static String line(Entry entry) {
    String name = Output.shown(entry.name());
    return switch (entry) {
      case StoredTensor(_, StoredLayout layout, DataSource data) ->
          "%s  %s %s  %s bytes%s%s%s at %s"
              .formatted(
                  name,
                  layout.type(),
                  layout.shape(),
                  layout.bytes(),
                  layout.isFortran() ? ", Fortran order" : "",
                  layout.isLittleEndian() ? "" : ", big-endian",
                  data.isDeflated() ? ", deflated to " + data.storedSize() : "",
                  data.offset());
      case Entry.Unusable tensor ->
          "%s  %s  %s bytes, cannot be split: %s"
              .formatted(name, tensor.description(), tensor.data().size(), tensor.problem());
    };
  }

  private static JsonValue json(StoredFile file) {
    return JsonValue.object(
        "file", file.file(),
        "format", file.format(),
        "metadata", file.metadata(),
        "tensors", file.entries().stream().map(InspectCommand::json).toList(),
        "others", file.others());
  }

  private static JsonValue json(Entry entry) {
    return switch (entry) {
      case StoredTensor(_, StoredLayout layout, DataSource data) ->
          JsonValue.object(
              "name", entry.name(),
              "type", layout.type(),
              "shape", layout.shape().extents(),
              "bytes", layout.bytes(),
              "order", layout.isFortran() ? "fortran" : "c",
              "byte_order", layout.isLittleEndian() ? "little" : "big",
              "offset", data.offset(),
              "deflated_bytes", data.isDeflated() ? data.storedSize() : null);
      case Entry.Unusable tensor ->
          JsonValue.object(
              "name", tensor.name(),
              "description", tensor.description(),
              "bytes", tensor.data().size(),
              "problem", tensor.problem());
    };
  }
}

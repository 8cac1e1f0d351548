package io.cleave.cli;

import io.cleave.cli.option.ReadingOptions;
import io.cleave.cli.print.Errors;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.ShownName;
import io.cleave.file.format.DataSource;
import io.cleave.file.format.Entry;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.StoredTensor;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
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

  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    ReadOptions how = reading.reading();
    List<JsonValue> listed = new ArrayList<>();
    int code = ExitCode.DONE;
    for (Path file : files) {
      try (StoredFile opened = StoredFile.open(file, how)) {
        if (output.isJson()) {
          listed.add(json(opened));
        } else {
          print(opened);
        }
      } catch (IllegalArgumentException | IOException e) {
        code = Math.max(code, Errors.failed(e, output.line()));
        listed.add(
            JsonObject.builder()
                .put("file", file.toString())
                .put("problem", Errors.sentence(e))
                .build());
      }
    }
    if (output.isJson()) {
      output.print(new JsonArray(listed));
    }
    return code;
  }

  private void print(StoredFile file) {
    int count = file.contents().entries().size();
    output.print(
        "%s: %s, %s tensor%s"
            .formatted(ShownName.of(file.file()), file.format(), count, count == 1 ? "" : "s"));
    file.contents()
        .metadata()
        .forEach(
            (key, value) ->
                output.print("  %s = %s".formatted(ShownName.of(key), ShownName.of(value))));
    file.contents().entries().forEach(entry -> output.print("  " + line(entry)));
    file.contents()
        .others()
        .forEach(name -> output.print("  " + ShownName.of(name) + "  no tensor, left alone"));
  }

  private static String line(Entry entry) {
    String name = ShownName.of(entry.name());
    return switch (entry) {
      case StoredTensor tensor ->
          "%s  %s %s  %s bytes%s%s%s"
              .formatted(
                  name,
                  tensor.layout().type(),
                  tensor.layout().shape(),
                  tensor.layout().bytes(),
                  tensor.layout().isFortran() ? ", Fortran order" : "",
                  !tensor.layout().isLittleEndian() ? ", big-endian" : "",
                  place(tensor.data()));
      case Entry.Unusable tensor ->
          "%s  %s  %s bytes, cannot be split: %s"
              .formatted(name, tensor.description(), tensor.bytes(), tensor.problem());
    };
  }

  private static String place(DataSource content) {
    return content.isDeflated()
        ? ", deflated to %s at %s".formatted(content.storedSize(), content.offset())
        : " at %s".formatted(content.offset());
  }

  private static JsonObject json(StoredFile file) {
    JsonObject.Builder metadata = JsonObject.builder();
    file.contents().metadata().forEach(metadata::put);
    return JsonObject.builder()
        .put("file", file.file().toString())
        .put("format", file.format().toString())
        .put("metadata", metadata.build())
        .put("tensors", JsonArray.of(file.contents().entries(), InspectCommand::json))
        .put("others", JsonArray.of(file.contents().others(), JsonString::new))
        .build();
  }

  private static JsonObject json(Entry entry) {
    JsonObject.Builder json = JsonObject.builder().put("name", entry.name());
    switch (entry) {
      case StoredTensor tensor -> {
        StoredLayout layout = tensor.layout();
        DataSource content = tensor.data();
        json.put("type", tensor.layout().type().toString())
            .put("shape", JsonArray.of(tensor.layout().shape().extents()))
            .put("bytes", layout.bytes())
            .put("order", layout.isFortran() ? "fortran" : "c")
            .put("byte_order", !layout.isLittleEndian() ? "big" : "little")
            .put("offset", content.offset());
        if (content.isDeflated()) {
          json.put("deflated_bytes", content.storedSize());
        }
      }
      case Entry.Unusable tensor ->
          json.put("description", tensor.description())
              .put("bytes", tensor.bytes())
              .put("problem", tensor.problem());
    }
    return json.build();
  }
}

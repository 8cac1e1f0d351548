package io.cleave.file;

import io.cleave.Tensor;
import io.cleave.file.output.AsideFiles;
import io.cleave.file.output.OutputCheck;
import io.cleave.file.output.OutputFile;
import io.cleave.file.output.OutputFolder;
import io.cleave.file.output.Outputs;
import io.cleave.file.output.PartRegion;
import io.cleave.file.output.Place;
import io.cleave.file.stored.NamedLayout;
import io.cleave.file.tensor.Existing;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Writes whole tensors from memory, each to a file of its own. The files get their names together
/// when the last one is complete; after an exception no new one is there. A process that is killed
/// with SIGKILL may leave temporary files, `.NAME.*.tmp`.
///
/// An immutable value, safe for use by many threads.
public final class TensorWriter {
  private final Path folder;
  private final Existing existing;
  private final boolean durable;

  /// Writes to this folder, which need not exist, and refuses to replace files.
  public TensorWriter(Path folder) {
    this(folder, Existing.REFUSED, false);
  }

  private TensorWriter(Path folder, Existing existing, boolean durable) {
    this.folder = folder;
    this.existing = existing;
    this.durable = durable;
  }

  /// The same with another answer to what becomes of files that have the names.
  public TensorWriter with(Existing answer) {
    return new TensorWriter(folder, answer, durable);
  }

  /// The same that is done when all is on the disk, see [FileSplit#durably()].
  public TensorWriter durably() {
    return new TensorWriter(folder, existing, true);
  }

  /// Writes tensors to the files `NAME.EXTENSION`. Characters of a name that a file name cannot
  /// have are written as in a URL: `a/b` as `a%2Fb`.
  ///
  /// @param tensors the tensors by name, in order; their memory is only read
  /// @return the files, in the same order
  /// @throws IllegalArgumentException if the format lacks a type, or files cannot be written there
  /// @throws IOException if the system fails: the disk is full, say
  public List<Path> write(Format format, Map<String, Tensor> tensors) throws IOException {
    List<OutputFile> files = files(format, tensors);
    for (OutputFile file : files) {
      OutputCheck.requireFree(file.path(), existing);
    }
    List<Path> paths = files.stream().map(OutputFile::path).toList();
    try (AsideFiles aside = AsideFiles.begin(OutputFolder.check(folder), paths)) {
      aside.createFolder();
      write(new Outputs(aside, files), List.copyOf(tensors.values()));
      aside.commit(existing, durable);
    } catch (IOException e) {
      String left =
          AsideFiles.whatIsLeft(e, "no tensor is left", "the tensors cannot all be deleted");
      throw new IOException("%s; %s".formatted(e.getMessage(), left), e);
    }
    return paths;
  }

  private List<OutputFile> files(Format format, Map<String, Tensor> tensors) {
    List<OutputFile> files = new ArrayList<>(tensors.size());
    PartFiles names =
        new PartFiles(
            folder,
            tensors.keySet().stream()
                .map(name -> FileStem.of(name) + "." + format.extension())
                .toList());
    tensors.forEach(
        (name, tensor) -> {
          var member = new NamedLayout(name, layout(tensor).ofPart(tensor.shape(), tensor.type()));
          files.add(format.file(names.path(files.size()), List.of(member), Map.of()));
        });
    return files;
  }

  private static Layout layout(Tensor tensor) {
    return new Layout(tensor.shape(), tensor.type(), MemoryOrder.C, ByteOrder.nativeOrder());
  }

  private static void write(Outputs outputs, List<Tensor> tensors) throws IOException {
    outputs.open();
    for (int i = 0; i < tensors.size(); i++) {
      write(outputs.region(new Place(i, 0), tensors.get(i).data().byteSize()), tensors.get(i));
    }
    outputs.finish();
  }

  private static void write(PartRegion region, Tensor tensor) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      new WritingSink(List.of(region), layout(tensor), arena, Progress.NONE)
          .append(0, tensor.data());
    }
    region.requireFull();
  }
}

package io.cleave.file.io;

import io.cleave.Tensor;
import io.cleave.file.Format;
import io.cleave.file.format.FileLayout;
import io.cleave.file.format.StoredLayout;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A folder that files are written to, which get their names together, see [AtomicFiles]. An
/// immutable value, safe for use by many threads.
///
/// @param path need not exist
/// @param replace true if files may be replaced
/// @param durable true if all is flushed to disk before it is done
public record OutputFolder(Path path, boolean replace, boolean durable) {
  /// Writes tensors to the files `NAME.EXTENSION`, one to each.
  ///
  /// @param tensors by name, in order; their memory is only read
  /// @return the files, in the same order
  /// @throws IllegalArgumentException if the format lacks a type, or a name is too long
  /// @throws IOException if files cannot be written there
  public List<Path> write(Format format, Map<String, Tensor> tensors) throws IOException {
    Map<Path, Map<String, Tensor>> files = new LinkedHashMap<>();
    tensors.forEach((name, tensor) -> files.put(file(name, format), Map.of(name, tensor)));
    writeAll(format, files);
    return List.copyOf(files.keySet());
  }

  /// The file that a tensor is written to.
  ///
  /// @throws IllegalArgumentException if its name is too long
  public Path file(String tensor, Format format) {
    String name = FileNames.ofTensor(tensor) + "." + format.extension();
    FileNames.requireFits(name);
    return path.resolve(name);
  }

  /// Checks that nothing has an output's name but a file that may be replaced.
  ///
  /// @throws FileAlreadyExistsException if something has
  void requireFree(Path output) throws FileAlreadyExistsException {
    boolean isThere = Files.exists(output, LinkOption.NOFOLLOW_LINKS);
    if (isThere && !Files.isSymbolicLink(output) && !Files.isRegularFile(output)) {
      throw new FileAlreadyExistsException(
          output.toString(),
          null,
          "it is not a regular file and cannot be replaced; write to another folder");
    }
    if (isThere && !replace) {
      throw new FileAlreadyExistsException(
          output.toString(), null, "it is there already; write to another folder, or replace it");
    }
  }

  /// Checks, before anything is written, that files can be written to the folder.
  ///
  /// @throws FileSystemException if they cannot
  void requireWritable() throws FileSystemException {
    Path existing = path.toAbsolutePath();
    while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      throw new FileSystemException(
          existing.toString(),
          null,
          "it is not a folder that this user may write to; give another folder for the parts");
    }
  }

  /// Writes tensors to files, each of which may hold several.
  ///
  /// @param contents the tensors by name, in order, of each file
  /// @throws IllegalArgumentException if the format cannot hold them
  /// @throws IOException if files cannot be written there
  public void writeAll(Format format, Map<Path, Map<String, Tensor>> contents) throws IOException {
    // Refused before anything is written.
    List<FileLayout> layouts =
        contents.values().stream().map(tensors -> layout(format, tensors)).toList();
    List<Path> paths = List.copyOf(contents.keySet());
    List<Map<String, Tensor>> tensors = List.copyOf(contents.values());
    AtomicFiles.write(
        this,
        paths,
        files -> {
          for (int i = 0; i < paths.size(); i++) {
            files.file(i).create();
            write(files.file(i), layouts.get(i), List.copyOf(tensors.get(i).values()));
          }
        });
  }

  private static FileLayout layout(Format format, Map<String, Tensor> tensors) {
    Map<String, StoredLayout> layouts = new LinkedHashMap<>();
    tensors.forEach(
        (name, tensor) -> layouts.put(name, StoredLayout.plain(tensor.type(), tensor.shape())));
    return FileLayout.of(format, layouts, Map.of());
  }

  private static void write(OutputFile file, FileLayout layout, List<Tensor> tensors)
      throws IOException {
    file.write(layout.opening());
    for (int i = 0; i < tensors.size(); i++) {
      Tensor tensor = tensors.get(i);
      StoredLayout inMemory =
          new StoredLayout(tensor.shape(), tensor.type(), false, ByteOrder.nativeOrder());
      long bytes = tensor.data().byteSize();
      PartWriter.Ranges ranges = PartWriter.Ranges.of(layout.data().get(i), bytes);
      new PartWriter(file, i, ranges, inMemory, layout.checksum(i), Progress.NONE, false)
          .append(tensor.data());
    }
    file.write(layout.ending());
  }
}

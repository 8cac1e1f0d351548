package io.cleave.file;

import static io.cleave.text.Checks.require;

import io.cleave.Tensor;
import io.cleave.file.format.Entry;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.io.OutputFolder;
import io.cleave.plan.Layout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// An open file of tensors, of which only the header has been read. Safe for use by many threads.
///
/// The format is told by the first bytes. The file must not be cut short while it is open.
public final class TensorFile implements AutoCloseable {
  private final StoredFile file;

  private TensorFile(StoredFile file) {
    this.file = file;
  }

  /// Opens a file in the standard limits.
  ///
  /// @throws MalformedFileException if it is malformed
  /// @throws IOException if it is missing, or the system fails to map it
  public static TensorFile open(Path file) throws IOException {
    return open(file, Limits.standard());
  }

  /// Opens a file that is not trusted.
  ///
  /// @throws MalformedFileException if it is malformed, or exceeds the limits
  /// @throws IOException if it is missing, or the system fails to map it
  public static TensorFile open(Path file, Limits limits) throws IOException {
    return new TensorFile(StoredFile.open(file, ReadOptions.asStored().within(limits)));
  }

  /// Opens a file that does not say what it holds: bare or packed elements, or raw bytes.
  ///
  /// @param data dense type and shape, which must fit the bytes of the file exactly
  /// @throws MalformedFileException if it is malformed, or has other than that many bytes
  /// @throws IOException if it is missing, or the system fails to map it
  public static TensorFile openRaw(Path file, Layout data) throws IOException {
    return new TensorFile(StoredFile.open(file, ReadOptions.as(data.type(), data.shape())));
  }

  /// The format.
  public Format format() {
    return file.format();
  }

  /// The names of the tensors in the file's order, those that cannot be split among them. The only
  /// one of a `.npy` or raw file is called as the file, without extension.
  public List<String> names() {
    return file.entries().stream().map(Entry::name).toList();
  }

  /// Type and shape of a tensor.
  ///
  /// @throws IllegalArgumentException if there is none of that name
  /// @throws MalformedFileException if it cannot be split: its elements are complex, for example
  public Layout layout(String name) throws MalformedFileException {
    return tensor(name).layout().plain();
  }

  /// The texts that the file holds about itself, in order: `__metadata__` of safetensors.
  public Map<String, String> metadata() {
    return file.metadata();
  }

  /// A tensor, row-major and little-endian. One that is so in the file is not copied: it is the
  /// read-only mapping, which may be used until this file is closed.
  ///
  /// @param arena owns the memory of a copy
  /// @throws IllegalArgumentException if there is no tensor of that name
  /// @throws MalformedFileException if it cannot be read, or its data is damaged
  /// @throws IOException if the system fails
  public Tensor load(String name, Arena arena) throws IOException {
    return tensor(name).load(arena);
  }

  private StoredTensor tensor(String name) throws MalformedFileException {
    for (Entry entry : file.entries()) {
      if (entry.name().equals(name)) {
        return entry.usable();
      }
    }
    throw new IllegalArgumentException(
        "%s has no tensor of that name; see names()".formatted(file.file()));
  }

  /// Writes tensors to one new file, whose format its extension tells: all of it or nothing.
  ///
  /// @param tensors by name, in order; their memory is only read
  /// @throws IllegalArgumentException if the extension is of no format, or the format cannot hold
  ///   them
  /// @throws IOException if the file is there already, or cannot be written
  public static void write(Path file, Map<String, Tensor> tensors) throws IOException {
    Optional<Format> format = Format.of(file);
    require(
        format.isPresent(),
        "%s has the extension of no format; use .npy, .npz, .safetensors or .raw",
        file);
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "no file is a root");
    Map<Path, Map<String, Tensor>> contents = Map.of(file.toAbsolutePath(), tensors);
    new OutputFolder(folder, false, false).writeAll(format.get(), contents);
  }

  @Override
  public void close() {
    file.close();
  }
}

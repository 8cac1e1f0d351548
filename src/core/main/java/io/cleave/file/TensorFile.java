package io.cleave.file;

import io.cleave.file.npy.NpyReader;
import io.cleave.file.npz.NpzReader;
import io.cleave.file.raw.RawReader;
import io.cleave.file.safetensors.SafetensorsReader;
import io.cleave.file.stored.Inventory;
import io.cleave.file.stored.MappedFile;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Entry;
import io.cleave.file.tensor.Reading;
import io.cleave.file.tensor.StoredTensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A file that holds tensors, and what it says of them; no data has been read.
///
/// An immutable value; the arena that it was opened in owns the mapping.
///
/// @param file the file
/// @param format its format
/// @param entries the tensors that it holds, in the order in which it names them; those that cannot
///   be split are among them
/// @param others names of what it holds besides, which is left alone
/// @param metadata the texts that it holds about itself, in order: `__metadata__` of safetensors
public record TensorFile(
    Path file,
    Format format,
    List<Entry> entries,
    List<String> others,
    Map<String, String> metadata) {
  /// Copies lists and map.
  public TensorFile {
    entries = List.copyOf(entries);
    others = List.copyOf(others);
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /// Opens a file and takes it at its word.
  ///
  /// @param arena who owns the mapping; a shared one lets a splitter use several threads
  /// @throws BadFileException if the file is missing or malformed
  /// @throws IOException if the system fails to read or map it
  public static TensorFile open(Path file, Arena arena) throws IOException {
    return open(file, Reading.asStored(), arena);
  }

  /// Opens a file, whose format is told by what it begins with. A file named `.raw` or `.bin` holds
  /// bare elements whatever it begins with, and so does one that begins like no format, if type and
  /// shape are given.
  ///
  /// Nothing but headers is read. The file must not be cut short while the arena is open.
  ///
  /// @param reading what the caller says of its tensors; one that it does not fit cannot be split
  /// @param arena who owns the mapping; a shared one lets a splitter use several threads
  /// @throws BadFileException if the file is missing or malformed, or takes more than it may
  /// @throws IOException if the system fails to read or map it
  public static TensorFile open(Path file, Reading reading, Arena arena) throws IOException {
    return MappedFile.open(file, arena).parsed(mapped -> parse(mapped, reading));
  }

  private static TensorFile parse(MappedFile file, Reading reading) throws IOException {
    Format format = Signature.of(file, reading);
    Inventory found =
        switch (format) {
          case NPY -> Inventory.of(NpyReader.entry(file, reading));
          case NPZ -> NpzReader.read(file, reading);
          case SAFETENSORS -> SafetensorsReader.read(file, reading);
          case RAW -> Inventory.of(RawReader.read(file, reading));
        };
    reading.limits().requireData("its tensors unpack to", bytes(found));
    return new TensorFile(file.file(), format, found.entries(), found.others(), found.metadata());
  }

  private static long bytes(Inventory found) {
    long bytes = 0;
    for (Entry entry : found.entries()) {
      long more = entry instanceof StoredTensor tensor ? tensor.layout().bytes() : 0;
      bytes = bytes > Long.MAX_VALUE - more ? Long.MAX_VALUE : bytes + more;
    }
    return bytes;
  }

  /// All tensors.
  ///
  /// @throws BadFileException if one of them cannot be split
  public List<StoredTensor> tensors() {
    return entries.stream().map(Entry::usable).toList();
  }

  /// The tensors with these names, in the file's order, each once.
  ///
  /// @param patterns names, or patterns in which `*` stands for any characters and `?` for one
  /// @throws IllegalArgumentException if a pattern matches none; the message lists what is there
  /// @throws BadFileException if a chosen tensor cannot be split
  public List<StoredTensor> select(List<String> patterns) {
    return NamePattern.select(this, patterns).stream().map(Entry::usable).toList();
  }
}

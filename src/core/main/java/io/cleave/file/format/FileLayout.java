package io.cleave.file.format;

import static io.cleave.text.Checks.require;

import io.cleave.file.Format;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// Layout of a file of tensors: its headers, and where the data of each tensor goes. It is computed
/// from names and layouts, so that the data can be written later, in any order. Immutable, except
/// for the checksums of an archive.
///
/// @param data where the data of each tensor begins, in the order of the tensors; it ends after as
///   many bytes as its layout takes
/// @param opening the headers
/// @param zip the archive that the tensors are members of; null if they are not
public record FileLayout(List<Long> data, List<Chunk> opening, @Nullable ZipWriter zip) {
  /// Bytes of the file that are no tensor's data.
  ///
  /// @param offset where in the file they begin
  public record Chunk(long offset, MemorySegment bytes) {}

  /// The checksum to update with a tensor's data, after the header that it contains already; null
  /// if the file has none.
  public @Nullable CRC32 checksum(int tensor) {
    return zip == null ? null : zip.checksum(tensor);
  }

  /// The end of the file, behind the data: the directory of an archive, with its checksums.
  public List<Chunk> ending() {
    return zip == null ? List.of() : zip.ending();
  }

  /// The layout of a file of these tensors.
  ///
  /// @param tensors by name, in the order in which they are to stand in the file
  /// @param metadata texts to keep, in order; only safetensors has a place for any
  /// @throws IllegalArgumentException if the format cannot hold them; the message says what can
  public static FileLayout of(
      Format format, Map<String, StoredLayout> tensors, Map<String, String> metadata) {
    require(
        format.holdsMany() || tensors.size() == 1,
        "a .%s file holds one tensor, not %s; write each to a file of its own, or all to a .npz or"
            + " .safetensors file",
        format,
        tensors.size());
    return switch (format) {
      case NPY -> npy(tensors.values().iterator().next());
      case NPZ -> NpzFormat.layout(tensors);
      case SAFETENSORS -> SafetensorsFormat.layout(tensors, metadata);
      case RAW -> raw(tensors.values().iterator().next());
    };
  }

  /// Copy without the opening, once that is written: there may be many files with long headers.
  public FileLayout withoutOpening() {
    return new FileLayout(data, List.of(), zip);
  }

  private static FileLayout npy(StoredLayout tensor) {
    byte[] header = NpyFormat.header(tensor);
    Chunk opening = new Chunk(0, MemorySegment.ofArray(header));
    return new FileLayout(List.of((long) header.length), List.of(opening), null);
  }

  private static FileLayout raw(StoredLayout tensor) {
    tensor.requirePlain("raw");
    return new FileLayout(List.of(0L), List.of(), null);
  }
}

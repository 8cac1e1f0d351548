package io.cleave.file;

import io.cleave.file.npy.NpyHeader;
import io.cleave.file.stored.MappedFile;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Reading;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Tells a file's format by what it begins with. Its name decides where that is no use: a file of
/// bare elements may begin like anything, and one that begins like nothing is read as what its name
/// promises, so that the complaint says what is wrong.
final class Signature {
  private static final ValueLayout.OfLong LENGTH =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Signature() {}

  static Format of(MappedFile file, Reading reading) {
    Optional<Format> promised = Format.ofName(file.file());
    if (promised.equals(Optional.of(Format.RAW))) {
      return Format.RAW;
    }
    if (beginsWith(file, NpyHeader.magic())) {
      return Format.NPY;
    }
    if (beginsWith(file, "PK".getBytes(StandardCharsets.US_ASCII))) {
      return Format.NPZ;
    }
    if (isSafetensors(file)) {
      return Format.SAFETENSORS;
    }
    if (promised.isPresent()) {
      return promised.get();
    }
    if (reading.type() != null && reading.shape() != null) {
      return Format.RAW;
    }
    throw new BadFileException(
        "it begins like none of .npy, .npz and .safetensors; if it holds bare elements, say which"
            + " with --type and --shape");
  }

  private static boolean beginsWith(MappedFile file, byte[] magic) {
    if (file.size() < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if (file.bytes().get(ValueLayout.JAVA_BYTE, i) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSafetensors(MappedFile file) {
    if (file.size() <= Long.BYTES) {
      return false;
    }
    long length = file.bytes().get(LENGTH, 0);
    return length > 0
        && length <= file.size() - Long.BYTES
        && file.bytes().get(ValueLayout.JAVA_BYTE, Long.BYTES) == '{';
  }
}

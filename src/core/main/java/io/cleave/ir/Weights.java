package io.cleave.ir;

import static io.cleave.text.Checks.require;

import io.cleave.file.MalformedFileException;
import io.cleave.file.format.StoredTensor;
import io.cleave.operation.IntegerInput;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spi.IoFailure;
import io.cleave.spi.PackedElements;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/// The `.bin` file of a model, which holds its constants.
///
/// @param length its bytes when the model was read; 0 if no constant is in it, and [#MISSING] if
///   there are constants but no file
record Weights(Path file, long length) {
  private static final long MISSING = -1;

  /// The file that belongs to an `.xml` file, beside it and under the same name, after a check that
  /// it holds all constants.
  ///
  /// @throws MalformedFileException if it does not
  static Weights of(Path xml, Stream<Layer> layers) throws IOException {
    Path file = xml.resolveSibling(StoredTensor.nameFrom(xml) + ".bin");
    long length = 0;
    for (Layer constant : layers.filter(layer -> layer.size > 0).toList()) {
      length = length == 0 ? length(file, xml, constant) : length;
      if (length != MISSING && constant.size > length - constant.offset) {
        throw constant.problem(
            xml,
            "its data is %s bytes from byte %s on of %s, which has %s; copy both files again"
                .formatted(constant.size, constant.offset, file, length));
      }
    }
    return new Weights(file, length);
  }

  private static long length(Path file, Path xml, Layer constant) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw constant.problem(
          xml,
          "its data is in %s, which is not a regular file; put the .bin there".formatted(file));
    }
    return Files.exists(file) ? Files.size(file) : MISSING;
  }

  boolean isMissing() {
    return length == MISSING;
  }

  /// Maps the file. The result is empty if the file is missing or holds no constant.
  ///
  /// @param arena owns the mapping
  MemorySegment map(Arena arena) throws IOException {
    if (length <= 0) {
      return MemorySegment.NULL;
    }
    requireWhole();
    try (FileChannel channel = FileChannel.open(file)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, length, arena);
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  /// Checks that no other process has cut the file short.
  void requireWhole() throws IOException {
    if (length > 0 && Files.exists(file) && Files.size(file) < length) {
      throw new IOException(
          "cannot read %s: it has become shorter; read the model again".formatted(file));
    }
  }

  /// The bytes of a constant.
  ///
  /// @param all the mapping
  static MemorySegment data(Layer constant, MemorySegment all) {
    return constant.size == 0 ? MemorySegment.NULL : all.asSlice(constant.offset, constant.size);
  }

  /// The integers of an axis or of lengths, little-endian and packed as the file has them.
  ///
  /// @param type one that holds indices
  /// @throws IllegalArgumentException if a value is larger than a signed 64-bit number can be
  static IntegerInput integers(ElementType type, Shape shape, MemorySegment bytes) {
    long[] values = new long[Math.toIntExact(shape.elements())];
    PackedElements elements = new PackedElements(type, bytes);
    Arrays.setAll(values, i -> number(type, elements.get(i)));
    return IntegerInput.of(type, shape, values);
  }

  private static long number(ElementType type, long bits) {
    require(
        type != ElementType.U64 || bits >= 0,
        "the value %s is larger than any extent; write a smaller one",
        Long.toUnsignedString(bits));
    int unused = Long.SIZE - type.bits();
    return type.isSigned() ? bits << unused >> unused : bits;
  }
}

package io.cleave.ir;

import io.cleave.plan.ElementType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.stream.Stream;

/// A model's `.bin` file, of any size: what is needed of it is read or mapped when it is needed.
///
/// @param file the file
/// @param isMissing whether it does not exist though the model has constants: splits can be listed
///   without it
record Weights(Path file, boolean isMissing) {
  /// A mapping takes whole pages and several calls of the system; constants are mostly tiny.
  private static final long READ_BYTES = 64 << 10;

  /// Checks that all constants of a model lie within its `.bin` file, if there is one.
  ///
  /// @throws BadModelException if one does not
  static Weights of(Model model) throws IOException {
    Path file = beside(model.file());
    Weights weights = new Weights(file, !Files.exists(file));
    boolean needed = false;
    long length = -1;
    for (Iterator<Constant> stored = stored(model).iterator(); stored.hasNext(); ) {
      Constant constant = stored.next();
      needed = true;
      if (!weights.isMissing()) {
        length = length < 0 ? weights.length(model, constant.layer()) : length;
        weights.requireWithin(model, constant, length);
      }
    }
    return needed ? weights : new Weights(file, false);
  }

  /// The constants that have data.
  private static Stream<Constant> stored(Model model) {
    return model.graphs().stream()
        .flatMap(graph -> graph.layers().stream())
        .filter(layer -> layer.kind() == LayerKind.CONSTANT)
        .map(layer -> constant(model, layer))
        .filter(constant -> constant.size() > 0);
  }

  /// What a layer of constants holds.
  ///
  /// @throws BadModelException if it cannot be
  static Constant constant(Model model, Layer layer) {
    try {
      return Constant.of(layer);
    } catch (IllegalArgumentException e) {
      throw model.problem(layer, String.valueOf(e.getMessage()));
    }
  }

  private static Path beside(Path xml) {
    String name = String.valueOf(xml.getFileName());
    int dot = name.lastIndexOf('.');
    return xml.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".bin");
  }

  private long length(Model model, Layer layer) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw model.problem(
          layer,
          "its data is in %s, which is not a regular file; put the .bin there".formatted(file));
    }
    return Files.size(file);
  }

  private void requireWithin(Model model, Constant constant, long length) {
    if (constant.size() > length - constant.offset()) {
      throw model.problem(
          constant.layer(),
          "its data is %s bytes from byte %s on of %s, which has %s; copy both files again"
              .formatted(constant.size(), constant.offset(), file, length));
    }
  }

  /// Whether the data of a constant is in a file that does not exist.
  boolean lacks(Constant constant) {
    return isMissing && constant.size() > 0;
  }

  /// Checks that the data of a constant is there.
  ///
  /// @throws BadModelException if its file does not exist
  void requireData(Model model, Layer layer) {
    if (lacks(constant(model, layer))) {
      throw model.problem(
          layer,
          "its data is in %s, which does not exist; put it beside the .xml file".formatted(file));
    }
  }

  /// Reads a small constant.
  byte[] read(Constant constant, ElementType type) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(constant.bytes(type)));
    if (!bytes.hasRemaining()) {
      return bytes.array();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, constant.offset() + bytes.position()) < 0) {
          throw new IOException("it shrank while it was read");
        }
      }
      return bytes.array();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /// The bytes of a constant: read if they are few, mapped read-only if they are many.
  ///
  /// @param arena owns the mapping
  MemorySegment load(Constant constant, ElementType type, Arena arena) throws IOException {
    return constant.bytes(type) <= READ_BYTES
        ? MemorySegment.ofArray(read(constant, type))
        : map(constant, type, arena);
  }

  private MemorySegment map(Constant constant, ElementType type, Arena arena) throws IOException {
    long bytes = constant.bytes(type);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() < constant.offset() + bytes) {
        throw new IOException("it shrank while it was read");
      }
      return channel.map(FileChannel.MapMode.READ_ONLY, constant.offset(), bytes, arena);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private IOException failure(IOException e) {
    return new IOException("cannot read %s: %s".formatted(file, e.getMessage()), e);
  }
}

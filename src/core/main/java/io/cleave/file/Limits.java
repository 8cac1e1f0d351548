package io.cleave.file;

/// Limits of a file or model that is not trusted. One that claims more is refused in one sentence
/// before anything is allocated, unpacked or written for it. An immutable value.
///
/// Reading takes at most [#HEAP_PER_HEADER_BYTE] bytes of heap for each byte of a header; the data
/// of tensors is not kept on the heap.
///
/// @param header the most bytes of a header: of a `.npy` or `.safetensors` file, the directory of
///   an archive, the text of a model; and of the names in a bundle of parts
/// @param data the most bytes that the tensors of one file take, unpacked; of a model that is run,
///   its splits and outputs
/// @param parts the most parts that one file may be cut into. They are counted after the caller's
///   function has planned them
public record Limits(long header, long data, long parts) {
  /// The standard limit of headers, which is that of the `.safetensors` format.
  public static final long STANDARD_HEADER = 100_000_000;

  /// The most heap that reading takes for each byte of a header.
  public static final int HEAP_PER_HEADER_BYTE = 64;

  /// Checks the limits.
  ///
  /// @throws IllegalArgumentException if one is negative
  public Limits {
    if (header < 0 || data < 0 || parts < 0) {
      throw new IllegalArgumentException(
          "limits must be 0 or more, not %s for headers, %s for data and %s for parts"
              .formatted(header, data, parts));
    }
  }

  /// Headers of up to [#STANDARD_HEADER] bytes, any data and number of parts.
  public static Limits standard() {
    return new Limits(STANDARD_HEADER, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /// No limits, for trusted files.
  public static Limits none() {
    return new Limits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /// Copy with another limit of headers.
  public Limits withHeader(long bytes) {
    return new Limits(bytes, data, parts);
  }

  /// Copy with another limit of data.
  public Limits withData(long bytes) {
    return new Limits(header, bytes, parts);
  }

  /// Copy with another limit of parts.
  public Limits withParts(long count) {
    return new Limits(header, data, count);
  }

  /// Checks the size of a header before it is read.
  ///
  /// @param what the header, for the message: `its header`
  /// @throws IllegalArgumentException if it is too large
  public void requireHeader(String what, long bytes) {
    require("%s takes %s bytes".formatted(what, bytes), bytes, header, "headers");
  }

  /// Checks the size of data before it is unpacked.
  ///
  /// @param what the data and a verb, for the message: `its tensors take`
  /// @throws IllegalArgumentException if it is too large
  public void requireData(String what, long bytes) {
    require("%s %s bytes".formatted(what, bytes), bytes, data, "data");
  }

  /// Checks the number of parts before any is written.
  ///
  /// @throws IllegalArgumentException if there are too many
  public void requireParts(long count) {
    require("it would be cut into %s parts".formatted(count), count, parts, "parts");
  }

  private static void require(String sentence, long claimed, long limit, String name) {
    if (claimed > limit) {
      throw new IllegalArgumentException(
          "%s, more than the limit of %s; if that is meant, raise the limit of %s to %s"
              .formatted(sentence, limit, name, claimed));
    }
  }
}

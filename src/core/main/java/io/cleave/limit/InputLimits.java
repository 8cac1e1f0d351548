package io.cleave.limit;

/// Limits on an untrusted input: a file of tensors or a model. An input that claims more is refused
/// in one sentence before anything is allocated, unpacked or written for it. An immutable value.
///
/// Reading an input takes at most [#HEAP_PER_HEADER_BYTE] bytes of heap for each byte of its
/// header; the data of tensors is not kept on the heap.
///
/// @param header the bytes of a header: that of a `.npy` or `.safetensors` file, the directory of
///   an archive, the text of a model; and the names of the tensors in a bundle of parts
/// @param data the bytes that the tensors of one file take, unpacked; of a model that is run, those
///   that its splits and outputs take
/// @param parts the number of parts that one file may be cut into, of all its tensors; of a model
///   that is run, those of all its splits. They are counted before they are planned, except for a
///   program's own planner
public record InputLimits(long header, long data, long parts) {
  /// The usual limit on headers, which is that of the `.safetensors` format.
  public static final long USUAL_HEADER = 100_000_000;

  /// The most heap that reading takes for each byte of a header.
  public static final int HEAP_PER_HEADER_BYTE = 64;

  /// Checks the limits.
  ///
  /// @throws IllegalArgumentException if one is negative
  public InputLimits {
    if (header < 0 || data < 0 || parts < 0) {
      throw new IllegalArgumentException(
          "limits must be 0 or more, not %s for headers, %s for data and %s for parts"
              .formatted(header, data, parts));
    }
  }

  /// The limits where nothing is said: headers of [#USUAL_HEADER] bytes; data and parts without.
  public static InputLimits usual() {
    return new InputLimits(USUAL_HEADER, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /// No limits, for trusted inputs.
  public static InputLimits none() {
    return new InputLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /// The same with another limit for what an input says of itself.
  public InputLimits withHeader(long bytes) {
    return new InputLimits(bytes, data, parts);
  }

  /// The same with another limit for what it unpacks to.
  public InputLimits withData(long bytes) {
    return new InputLimits(header, bytes, parts);
  }

  /// The same with another limit for what it may be cut into.
  public InputLimits withParts(long count) {
    return new InputLimits(header, data, count);
  }

  /// Checks what an input says of itself, before it is read.
  ///
  /// @param what it is: `its header`
  /// @param bytes how many it claims, or has
  /// @throws IllegalArgumentException if they are too many
  public void requireHeader(String what, long bytes) {
    require("%s takes %s bytes".formatted(what, bytes), bytes, header, "header");
  }

  /// Checks what an input unpacks to, before it is.
  ///
  /// @param what it is: `its tensors take`
  /// @throws IllegalArgumentException if it is too much
  public void requireData(String what, long bytes) {
    require("%s %s bytes".formatted(what, bytes), bytes, data, "data");
  }

  /// Checks how many parts come of an input, before any is planned or written.
  ///
  /// @throws IllegalArgumentException if there are too many
  public void requireParts(long count) {
    require("it would be cut into %s parts".formatted(count), count, parts, "parts");
  }

  private static void require(String sentence, long claimed, long limit, String name) {
    if (claimed > limit) {
      throw new IllegalArgumentException(
          "%s, more than the limit of %s; if that is meant, set --limit %s=%s or InputLimits"
              .formatted(sentence, limit, name, claimed));
    }
  }
}

package io.cleave.limit;

/// How much one input may take that nobody trusts: a file of tensors, or a model. Whatever claims
/// more is refused with one sentence, before anything is allocated, unpacked or written for it. An
/// immutable value.
///
/// What describes tensors is kept on the heap, and takes at most [#HEAP_PER_HEADER_BYTE] times its
/// bytes there; their data never is.
///
/// @param header the bytes of what an input says of itself: the header of a `.npy` or
///   `.safetensors` file, the directory of an archive, the text of a model; and those of the
///   headers that its parts get, which repeat what it says, where all of them take more than data
///   may as well
/// @param data the bytes that the tensors of one file take, unpacked; of a model that is run, those
///   that its splits and outputs take
/// @param parts how many parts one file may be cut into, of all its tensors; of a model that is
///   run, those of all its splits. They are counted before they are planned, but where a program
///   plans them itself, as its own `Cut` does: after
public record InputLimits(long header, long data, long parts) {
  /// What a header may have unless another limit is set: as many bytes as a `.safetensors` file may
  /// have for one.
  public static final long USUAL_HEADER = 100_000_000;

  /// What the hungriest inputs known take of the heap, with what the reader needs meanwhile.
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

  /// No limits, for what comes from whom one trusts.
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

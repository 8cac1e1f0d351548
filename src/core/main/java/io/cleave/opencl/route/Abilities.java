package io.cleave.opencl.route;

/// What a device was found to do when it was tried. An immutable value.
///
/// @param clang whether its compiler is a clang for a processor: it knows
///   `__builtin_nontemporal_store`, `__builtin_shufflevector` and `__builtin_prefetch`, and honours
///   types declared with a lower alignment
/// @param hostAddresses whether kernels see the host's memory at the host's addresses
public record Abilities(boolean clang, boolean hostAddresses) {
  /// Nothing but what OpenCL C promises.
  public static final Abilities NONE = new Abilities(false, false);
}

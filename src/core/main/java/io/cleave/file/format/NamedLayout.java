package io.cleave.file.format;

/// Name and layout of a tensor that is to be written. An immutable value.
///
/// @param name its name in the file, where files of the format have names
/// @param layout its type, shape and arrangement
public record NamedLayout(String name, StoredLayout layout) {}

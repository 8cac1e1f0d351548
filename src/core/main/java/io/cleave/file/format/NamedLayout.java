package io.cleave.file.format;

/// A tensor that is to be written: everything but its data. An immutable value.
///
/// @param name its name in the file, where files of the format have names
/// @param layout its type, shape and arrangement
public record NamedLayout(String name, StoredLayout layout) {}

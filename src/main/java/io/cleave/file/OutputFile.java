package io.cleave.file;

import java.nio.file.Path;

/// A file that is to be written. An immutable value.
///
/// @param path its name
/// @param container what stands around the data
record OutputFile(Path path, Container container) {}

/// Files of tensors: `.npy`, `.npz`, `.safetensors` and raw bytes, read by mapping, split in
/// bounded memory, and written so that their own readers load them.
///
/// [FileSplit] splits a file into files, [TensorFile] opens one and writes one:
///
/// ```java
/// try (Splitter splitter = Splitter.open()) {
///   FileSplit.of(Path.of("w.safetensors"), Path.of("parts"),
///           data -> SplitPlan.of(data, 0, Cut.intoEqualParts(3)))
///       .tensors("layer.0.qkv.weight")
///       .names("q", "k", "v")
///       .write(splitter);
/// }
/// ```
///
/// Files that are missing, malformed or there already are `IOException`s: NoSuchFileException,
/// [MalformedFileException], FileAlreadyExistsException. Arguments that do not fit are
/// IllegalArgumentExceptions. [Limits] bound what a file that is not trusted may take.
@NullMarked
package io.cleave.file;

import org.jspecify.annotations.NullMarked;

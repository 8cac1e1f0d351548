/// Files of tensors: `.npy`, `.npz`, `.safetensors` and raw bytes, read by mapping, split in
/// bounded memory, written so that their own readers load them.
///
/// [TensorFile] turns a file, hostile ones included, into [io.cleave.file.tensor.StoredTensor]s:
/// where the data of each lies, and in which [io.cleave.file.tensor.Layout]. The caller makes a
/// plan for the shape that the file shows; [FileSplit] carries it out and says what it wrote. A
/// [SplitJob] says the same of a whole file, in any format, and a [SplitBatch] takes many;
/// [TensorWriter] writes tensors that are in memory:
///
/// ```java
/// try (Arena arena = Arena.ofShared()) {
///   StoredTensor data = TensorFile.open(Path.of("qkv.npy"), arena).tensors().getFirst();
///   SplitPlan plan = SplitPlan.of(data.plain(), -1, Cut.byLengths(4, -1, 4));
///   PartFiles files = PartFiles.numbered(Path.of("parts"), "qkv", plan.partCount());
///   List<WrittenPart> parts = new FileSplit(splitter).write(data, plan, files);
/// }
/// ```
///
/// Arguments that do not fit, and files that are missing or malformed, are an
/// `IllegalArgumentException`; a file on disk that is at fault is its subclass
/// [io.cleave.file.tensor.BadFileException]. Failures of the system, such as a full disk, are an
/// `IOException`. After both, no new part is left.
@NullMarked
package io.cleave.file;

import org.jspecify.annotations.NullMarked;

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
///   SplitPlan plan = SplitPlan.byLengths(data.shape(), data.type(), -1, 4, -1, 4);
///   PartFiles files = PartFiles.numbered(Path.of("parts"), "qkv", plan.partCount());
///   List<WrittenPart> parts = new FileSplit(splitter).write(data, plan, files);
/// }
/// ```
///
/// What users call stands here, and what leads from one package below it to the next:
///
/// ```
/// tensor                       a tensor as it stands in a file: what users meet
/// stored                       what the formats share
/// npy  npz  safetensors  raw   the formats, which know nothing of splitting
/// window                       plans on data of any size
/// output                       output files, written under temporary names and renamed
///
/// file -> Signature -> Format -> TensorFile: what the format's reader found
/// SplitBatch -> SplitJob -> Assigner -> Assignment: TensorSplit, ... -> OutputFile, ...
/// FileSplit, for each TensorSplit: StoredSplit -> SystemCopy, or
///   window -> WritingSink -> output
///   again, if it is to be checked: -> CheckingSink -> output
/// NpzCompressor, if it is asked for: output again
/// ```
///
/// What goes wrong comes in two kinds. What the caller gave and may change (a file that is missing
/// or malformed, a folder that cannot be written, a name that does not fit) is an
/// `IllegalArgumentException`, where a file on disk is at fault its subclass
/// [io.cleave.file.tensor.BadFileException]. What the system failed to do (a full disk, a broken
/// medium) is an `IOException`. Both messages are one sentence, and after both no new part is left,
/// neither under its name nor under a temporary one.
///
/// Read [TensorFile] and [FileSplit] first, then [SplitJob].
@NullMarked
package io.cleave.file;

import org.jspecify.annotations.NullMarked;

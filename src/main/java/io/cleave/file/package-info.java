/// Files of tensors: `.npy` read by mapping, split in bounded memory, written so that NumPy loads
/// it.
///
/// [NpyReader] turns a file, hostile ones included, into a [StoredTensor]: where the data lies, and
/// in which [Layout]. The caller makes a plan for the shape that NumPy shows; [FileSplit] carries
/// it out and says what it wrote:
///
/// ```java
/// try (Arena arena = Arena.ofShared()) {
///   StoredTensor data = NpyReader.map(Path.of("qkv.npy"), arena);
///   SplitPlan plan = SplitPlan.byLengths(data.shape(), data.type(), -1, 4, -1, 4);
///   PartFiles files = PartFiles.numbered(Path.of("parts"), "qkv", plan.partCount());
///   List<WrittenPart> parts = new FileSplit(splitter).write(data, plan, files);
/// }
/// ```
///
/// ```
/// .npy -> InputFile -> NpyHeader (HeaderScanner, NpyDictionary, Dtype) -> StoredTensor
/// TensorFile: StoredTensor + Content
/// Content -> Pass; with SplitPlan -> WindowedSplit -> PartSink -> AsideFiles -> parts
/// ```
///
/// What goes wrong comes in two kinds. What the caller gave and may change (a file that is missing
/// or malformed, a folder that cannot be written, a name that does not fit) is an
/// `IllegalArgumentException`, where a file on disk is at fault its subclass [BadFileException].
/// What the system failed to do (a full disk, a broken medium) is an `IOException`. Both messages
/// are one sentence, and after both no part is left, neither under its name nor under a temporary
/// one.
///
/// May use: `plan`, `json`, `backend`, slf4j.
@NullMarked
package io.cleave.file;

import org.jspecify.annotations.NullMarked;

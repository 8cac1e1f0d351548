/// Files of tensors: `.npy`, `.npz`, `.safetensors` and raw bytes, read by mapping, split in
/// bounded memory, written so that their own readers load them.
///
/// [TensorFile] turns a file, hostile ones included, into [io.cleave.file.stored.StoredTensor]s:
/// where the data of each lies, and in which [io.cleave.file.stored.Layout]. The caller makes a
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
/// ```
/// file -> InputFile -> MappedFile -> Signature -> Format -> TensorFile: Entry, Entry, ...
///   .npy          NpyReader: NpyHeader (HeaderScanner, NpyDictionary, Dtype)
///   .npz          NpzReader: ZipDirectory (ZipEnd, ZipMember), then as .npy
///   .safetensors  SafetensorsReader: SafetensorsEntry, SafetensorsType
///   raw           RawReader
/// Entry: StoredTensor (Layout, Content) or UnusableTensor; Reading: what the caller knows better
/// Content: MappedContent (StoredMember) or DeflatedContent (Inflation) -> Pass
/// SplitBatch -> SplitJob -> Assigner -> Assignment: TensorSplit, ... -> OutputFile, ...
/// FileSplit, for each TensorSplit: StoredSplit -> SystemCopy, or
///   Pass; with SplitPlan -> WindowedSplit (Window, BitRuns) -> WritingSink -> PartRegion
///   again, if it is to be checked: -> CheckingSink -> PartRegion
/// PartRegion -> Outputs -> AsideFiles -> parts
/// NamedLayout, ... -> Format -> Container: what stands around the data of a file
/// NpzCompressor: stored .npz -> deflated .npz
/// ```
///
/// Types that NumPy lacks are kept in `.npy` and `.npz` as bytes: `bf16` as `<V2`, the 8-bit floats
/// as `|V1`, those narrower than a byte as a list of `|u1`, packed. Whoever reads them says what
/// they are, by a [io.cleave.file.stored.Reading].
///
/// What goes wrong comes in two kinds. What the caller gave and may change (a file that is missing
/// or malformed, a folder that cannot be written, a name that does not fit) is an
/// `IllegalArgumentException`, where a file on disk is at fault its subclass
/// [io.cleave.file.stored.BadFileException]. What the system failed to do (a full disk, a broken
/// medium) is an `IOException`. Both messages are one sentence, and after both no part is left,
/// neither under its name nor under a temporary one.
///
/// May use: `plan`, `json`, `backend`, all packages below it, slf4j.
@NullMarked
package io.cleave.file;

import org.jspecify.annotations.NullMarked;

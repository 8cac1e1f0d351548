/// Splits tensors from files to files in bounded memory.
///
/// ```
/// FileSplitter: SplitJob -> OutputPlan -> AtomicFiles (OutputFile)
///   PartCopier, SlabLoop: DataSource -> Splitter -> PartSink -> PartRegion
/// ```
///
/// Read [FileSplitter] first.
@NullMarked
package io.cleave.file.io;

import org.jspecify.annotations.NullMarked;

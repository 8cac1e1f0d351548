/// Splits tensors from files to files in bounded memory.
///
/// ```
/// FileSplitter: SplitJob -> JobOutputs -> AtomicFiles (OutputFile)
///   PartCopier, TileLoop: DataSource -> Splitter -> PartWriter
/// ```
///
/// Read [FileSplitter] first.
@NullMarked
package io.cleave.file.io;

import org.jspecify.annotations.NullMarked;

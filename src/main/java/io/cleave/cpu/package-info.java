/// The pure-Java twin: splits on the processors that run the JVM, and proves every other answer.
///
/// A plan becomes numbered, independent pieces of work that a [Team] of threads takes one after the
/// other:
///
/// ```
/// CpuSplitter -> StagedTiles: short runs, and bits: rows are staged in arrays and gathered there
///                  -> ByteStage    -> ShortRuns -> Picker
///                  -> ChannelStage -> Channels: rows of a few equal elements
///                  -> BitStage     -> BitRuns   -> BitPicker
///             -> ByteTiles:   long runs, each read once -> RunCopier
///             -> BitChunks:   ranges of bytes of one part, where rows of bits are too long to stage
///                  -> BitCopier -> BitRuns
/// ```
///
/// No two pieces write the same byte, so nothing is locked. May use: `plan`, `backend`.
@NullMarked
package io.cleave.cpu;

import org.jspecify.annotations.NullMarked;

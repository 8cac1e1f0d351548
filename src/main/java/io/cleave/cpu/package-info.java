/// The pure-Java twin: splits on the processors that run the JVM, and proves every other answer.
///
/// A plan becomes numbered, independent pieces of work that a [Team] of threads takes one after the
/// other:
///
/// ```
/// CpuSplitter -> ByteTiles:   rectangles of rows x columns of the data, each read once -> RunCopier
///             -> StagedTiles: rows, gathered in arrays where runs are short -> Stage -> ShortRuns
///             -> BitChunks:   ranges of whole bytes of one part, put together bit by bit -> BitCopier
/// ```
///
/// No two pieces write the same byte, so nothing is locked. May use: `plan`, `backend`.
@NullMarked
package io.cleave.cpu;

import org.jspecify.annotations.NullMarked;

/// The pure-Java twin: splits on the processors that run the JVM, and proves every other answer.
///
/// A plan becomes a [Program], once, as long as it is remembered: pieces that write no byte in
/// common, which a [Team] of threads takes one after the other, so that nothing is locked.
///
/// ```
/// CpuSplitter -> Program ->  Tiles:      rows of bytes, a tile of them after the other
///                              -> Kernels -> Mover: the short runs of one part in a tile
///                              -> ChannelStage -> Channels: rows of a few equal elements
///                            Stretches:  rows that are longer than a piece
///                            BitTiles:   rows of bits -> BitParts -> BitKernels -> BitMover
///                            BitRanges:  long ones    -> BitParts
/// ```
///
/// A tile is spread over the parts one after the other while it is in the cache, by a small loop
/// for each class of runs. Such loops are compiled anew for every two kinds of memory: see
/// [PerKind]. Whoever provides [Kernels] need not be plain Java.
///
/// May use: `plan`, `backend`.
@NullMarked
package io.cleave.cpu;

import org.jspecify.annotations.NullMarked;

/// The pure-Java twin: splits on the processors that run the JVM, and proves every other answer.
///
/// A plan becomes a [Program], once, as long as it is remembered: pieces that write no byte in
/// common, which a [Team] of threads takes one after the other, so that nothing is locked.
///
/// ```
/// CpuSplitter -> Program ->  Tiles:      rows of bytes, a tile of them after the other
///                              -> Kernels -> Mover -> PlainLoops: the short runs of one part in a tile
///                              -> ChannelStage -> Channels: rows of a few equal elements
///                            Stretches:  rows that are longer than a piece
///                            BitTiles:   rows of bits -> BitParts -> BitKernels -> BitMover
///                            BitRanges:  long ones    -> BitParts
/// ```
///
/// A tile is spread over the parts one after the other while it is in the cache, by a small loop
/// for each class of runs. Whoever provides [Kernels] need not be plain Java; a loop on vectors is
/// behind a [Gate] until a [Trial] has shown that HotSpot has compiled it and that it pays.
///
/// What HotSpot makes of a loop depends on what ran before it in the JVM, by a factor of ten and
/// more. These keep loops apart from that: a copy of their class for all [Kinds] of memory
/// ([PerKind]), a look at the class and at the owner of the memory before each ([Kinds#isShared]),
/// no slices within ([Blocks]), and calls by handles, which are compiled by themselves
/// ([PlainMover]). With all of them, most of 18 tensors after each other came within a tenth in two
/// JVMs, the others within a third.
///
/// So there are more classes than the work itself needs: a dozen keep HotSpot from spoiling the
/// loops ([Kinds], [ByKind], [PerKind], [Bound], [Blocks], [BulkCopies]) or wait until it has
/// compiled them ([Gate], [Trial] and what is gated); the rest cut plans into pieces, share them
/// among threads, and move bytes, columns and bits.
///
/// May use: `plan`, `backend`.
@NullMarked
package io.cleave.cpu;

import org.jspecify.annotations.NullMarked;

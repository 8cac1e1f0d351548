/// The kernels in plain Java, which every JVM runs.
///
/// ```
/// PlainKernels -> PlainMover -> PlainLoops: the short runs of one part in a tile, and Blocks of words
///              -> ChannelStage -> Channels: rows of a few equal elements
/// PlainBits: runs that begin and end within a byte
/// ```
///
/// Read [PlainKernels] first; both providers are found as their `BY_KIND`.
@NullMarked
package io.cleave.cpu.plain;

import org.jspecify.annotations.NullMarked;

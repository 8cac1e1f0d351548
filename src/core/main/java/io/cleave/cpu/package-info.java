/// The pure-Java twin: splits on the processors that run the JVM, and proves every other answer.
///
/// In come a plan and memory, out go its parts, filled. What users call stands here: [CpuSplitter],
/// [CpuKernels], which kernels it works with, and [VectorSupport], whether this JVM has vectors. A
/// plan becomes a `Program`, once, as long as it is remembered: pieces that write no byte in
/// common, which a pool of threads takes one after the other, so that nothing is locked.
///
/// ```
/// kernel    what moves runs is called by, and copies of it for all kinds of memory
/// plain     loops in plain Java              vector   loops on the Vector API
/// gate      lets nobody through to a loop on vectors before it pays
/// convert   what converts arrays             program   plans cut into pieces
/// team      the thread pool
///
/// kernel <- plain, gate, convert;  gate <- vector;  plain, convert, team <- program;  all but vector <- here
/// ```
///
/// What HotSpot makes of a loop depends on what ran before it in the JVM, by a factor of ten and
/// more. These keep loops apart from that: a copy of their class for all kinds of memory
/// (`PerKind`), a look at the class and at the owner of the memory before each (`Kinds`), no slices
/// within (`Blocks`), and calls by handles, which are compiled by themselves (`PlainMover`). With
/// all of them, most of 18 tensors after each other came within a tenth in two JVMs, the others
/// within a third. So loops repeat what other code would share, and there are more classes than the
/// work itself needs.
///
/// Read [CpuSplitter] first, then `Program` and `Tiles`. `cpu.vector` is loaded by name.
@NullMarked
package io.cleave.cpu;

import org.jspecify.annotations.NullMarked;

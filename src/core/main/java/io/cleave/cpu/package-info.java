/// The pure-Java splitter.
///
/// [CpuSplitter] derives a [CopyPlan] from each plan, once as long as it is remembered, binds it to
/// the memory of a call, and has [Workers] carry out its pieces, which write no byte in common.
/// [Tiles], [Bits] and conversions are such plans. The loops over rows are in `cpu.loops`, those on
/// the Vector API in `cpu.vector`, which [Vectors] loads by name where the JVM suits it.
///
/// HotSpot compiles a loop for what it has seen, so earlier splits can slow later ones by a factor
/// of ten and more. These keep loops apart from that: hidden copies of their class for all kinds of
/// memory (`Specialized`), a look at the class and at the owner of the memory before each loop
/// (`MemoryKinds`), no slices within, calls by handles, which are compiled by themselves, and, in
/// loops on vectors, no branches that depend on the geometry. With the first four, most of 18
/// tensors after each other came within a tenth in two JVMs, the others within a third. So loops
/// repeat what other code would share.
@NullMarked
package io.cleave.cpu;

import org.jspecify.annotations.NullMarked;

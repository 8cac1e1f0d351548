/// The pure-Java splitter.
///
/// [CpuSplitter] derives a [CpuPlan] from each plan and caches it, binds it to the memory of a
/// call, and has [Workers] execute its tasks, which write no byte in common. [TilePlan], [BitPlan]
/// and [ConvertPlan] are the kinds, and [Walk] iterates over levels and rows. The loops over rows
/// are in `cpu.loops`, those on the Vector API in `cpu.vector`, which [Vectors] loads by name where
/// the JVM suits it.
///
/// HotSpot compiles a loop for the types it has met, so earlier splits can slow later ones by a
/// factor of ten and more (type-profile pollution). The loops avoid that by hidden copies of their
/// class for all kinds of memory (`Specialized`), a check of the class and the owner of the memory
/// before each loop (`MemoryKinds`), no slices, calls by method handles, which are compiled
/// separately, and, in loops on vectors, no branches that depend on the geometry. With the first
/// four, most of 18 tensors after each other came within a tenth in two JVMs, the others within a
/// third. So loops repeat code that would be shared elsewhere.
@NullMarked
package io.cleave.cpu;

import org.jspecify.annotations.NullMarked;

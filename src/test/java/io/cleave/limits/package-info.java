/// What happens where numbers end: sizes, offsets and counts beyond 31, 32 and 63 bits, more parts
/// and dimensions than anyone has, and nothing at all.
///
/// ```
/// HugeShape    shapes that are just below, at and above a power of two, in any dimension
/// BigSplit     what a split is in numbers without end, beside which plans are held
/// SparseMemory many GiB that take no memory
/// FarSplit     a split of them: FarPlans -> FarSplitContract, of who splits beyond 4 GiB
/// ```
///
/// With `-Pthorough`, more of it: DenseTensorContract, a tensor above 4 GiB that has memory, and
/// files of it.
@NullMarked
package io.cleave.limits;

import org.jspecify.annotations.NullMarked;

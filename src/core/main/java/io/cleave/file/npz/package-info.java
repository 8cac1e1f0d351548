/// NumPy's `.npz`: a zip archive of `.npy` files, stored or deflated.
///
/// ```
/// MappedFile -> NpzReader: ZipDirectory (ZipEnd, ZipMember), then as .npy -> Inventory
/// NamedLayout, ... -> NpzContainer: ZipRecord, then as .npy -> Container
/// NpzCompressor: a file of stored members -> one of deflated members
/// ```
///
/// Read [NpzReader] and [NpzContainer] first, [Zip] for the numbers of the format. The JDK's own
/// classes can neither say where in the file a member lies nor write members in any order.
@NullMarked
package io.cleave.file.npz;

import org.jspecify.annotations.NullMarked;

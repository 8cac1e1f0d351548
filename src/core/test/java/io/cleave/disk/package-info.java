/// A disk that fails on request, for tests of everything that writes files: a file system before
/// the real one, whose operations are counted, told and, from one of them on, refused.
///
/// ```
/// Disk.path(real) -> DiskPath, DiskProvider, DiskChannel: each operation asks the Disk first
/// Disk -> Operation: what is told of it -> Trouble: whether it is done, half done, or fails
/// Ordeal: work on a disk that fails at its first operation, its second, ... -> Snapshot
/// ```
package io.cleave.disk;

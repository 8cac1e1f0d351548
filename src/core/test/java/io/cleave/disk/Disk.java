package io.cleave.disk;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A disk that fails on request. What it holds lies in the real file system.
///
/// Safe for use by many threads.
public final class Disk {
  private final List<Operation> operations = new ArrayList<>();
  private final DiskFileSystem system;
  private final Trouble trouble;

  /// @param trouble what goes wrong
  public Disk(Trouble trouble) {
    this.trouble = trouble;
    this.system = new DiskFileSystem(this);
  }

  /// A path of the real file system as one of this disk.
  public Path path(Path real) {
    return system.wrap(real);
  }

  /// The same for a name.
  public Path path(String name) {
    return system.getPath(name);
  }

  FileSystem system() {
    return system;
  }

  /// What it was asked to do, in order, with what it refused.
  public synchronized List<Operation> operations() {
    return List.copyOf(operations);
  }

  synchronized Trouble.Extent before(Operation.Kind kind, Path real) throws IOException {
    Operation operation = new Operation(kind, real);
    operations.add(operation);
    return trouble.before(operations.size(), operation);
  }
}

package io.cleave.disk;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/// A file that is open on a [Disk].
final class DiskChannel extends FileChannel {
  private final Disk disk;
  private final Path path;
  private final FileChannel real;

  DiskChannel(Disk disk, Path path, FileChannel real) {
    this.disk = disk;
    this.path = path;
    this.real = real;
  }

  private interface Transfer {
    int move(ByteBuffer bytes) throws IOException;
  }

  private int moved(Operation.Kind kind, ByteBuffer bytes, Transfer transfer) throws IOException {
    Trouble.Extent extent = disk.before(kind, path);
    if (extent == Trouble.Extent.NONE) {
      return kind == Operation.Kind.READ ? -1 : 0;
    }
    int limit = bytes.limit();
    if (extent == Trouble.Extent.HALF) {
      bytes.limit(bytes.position() + (bytes.remaining() + 1) / 2);
    }
    try {
      return transfer.move(bytes);
    } finally {
      bytes.limit(limit);
    }
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    return moved(Operation.Kind.READ, target, real::read);
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return moved(Operation.Kind.READ, target, bytes -> real.read(bytes, position));
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    return read(targets[offset]);
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    return moved(Operation.Kind.WRITE, source, real::write);
  }

  @Override
  public int write(ByteBuffer source, long position) throws IOException {
    return moved(Operation.Kind.WRITE, source, bytes -> real.write(bytes, position));
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    return write(sources[offset]);
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    DiskChannel other = (DiskChannel) target;
    return switch (disk.before(Operation.Kind.COPY, other.path)) {
      case WHOLE -> real.transferTo(position, count, other.real);
      case HALF -> real.transferTo(position, (count + 1) / 2, other.real);
      case NONE -> 0;
    };
  }

  @Override
  public long position() throws IOException {
    return real.position();
  }

  @Override
  public FileChannel position(long position) throws IOException {
    real.position(position);
    return this;
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  /// Takes note of it: nobody cuts the power here.
  @Override
  public void force(boolean metadata) throws IOException {
    disk.before(Operation.Kind.FORCE, path);
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
    disk.before(Operation.Kind.MAP, path);
    return real.map(mode, position, size);
  }

  @Override
  public MemorySegment map(MapMode mode, long offset, long size, Arena arena) throws IOException {
    disk.before(Operation.Kind.MAP, path);
    return real.map(mode, offset, size, arena);
  }

  /// No operation: a process that dies closes its files, too.
  @Override
  protected void implCloseChannel() throws IOException {
    real.close();
  }

  /// Nobody needs the others.
  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileChannel truncate(long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }
}

package io.cleave.disk;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;

/// The real file system with a [Disk] before it.
final class DiskFileSystem extends FileSystem {
  private final FileSystem real = FileSystems.getDefault();
  private final DiskProvider provider;

  DiskFileSystem(Disk disk) {
    this.provider = new DiskProvider(disk, real.provider());
  }

  Path wrap(Path path) {
    return DiskPath.isOne(path) ? path : DiskPath.of(this, path);
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  @Override
  public Path getPath(String first, String... more) {
    return wrap(real.getPath(first, more));
  }

  @Override
  public PathMatcher getPathMatcher(String pattern) {
    PathMatcher matcher = real.getPathMatcher(pattern);
    return path -> matcher.matches(DiskPath.real(path));
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(getPath("/"));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return real.getFileStores();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return real.supportedFileAttributeViews();
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    return real.getUserPrincipalLookupService();
  }

  @Override
  public WatchService newWatchService() throws IOException {
    return real.newWatchService();
  }

  @Override
  public String getSeparator() {
    return real.getSeparator();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException("it stays open");
  }
}

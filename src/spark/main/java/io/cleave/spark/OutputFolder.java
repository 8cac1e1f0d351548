package io.cleave.spark;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/// The folder that a job writes, and what is lost where it is overwritten: Spark deletes it before
/// it reads the first row.
final class OutputFolder {
  private final String name;
  private final SparkSession session;
  private final FileSystem system;
  private final Path path;

  private OutputFolder(String name, SparkSession session) throws IOException {
    this.name = name;
    this.session = session;
    this.path = qualified(name, session);
    this.system = system(path, session);
  }

  /// The folder that Spark takes this name for.
  static OutputFolder of(String name, SparkSession session) throws IOException {
    return new OutputFolder(name, session);
  }

  private static Path qualified(String name, SparkSession session) throws IOException {
    Path path = new Path(name);
    return system(path, session).makeQualified(path);
  }

  private static FileSystem system(Path path, SparkSession session) throws IOException {
    return path.getFileSystem(session.sparkContext().hadoopConfiguration());
  }

  /// Whether something is there already.
  boolean exists() throws IOException {
    return system.exists(path);
  }

  /// Checks that nothing which is read lies in it, or is it.
  ///
  /// @param input what was said to be read; a folder may have no files that are
  /// @param rows what is read
  /// @throws IllegalArgumentException if something does
  void requireUnread(String input, Dataset<Row> rows) throws IOException {
    if (!exists()) {
      return;
    }
    Stream<Path> files = Arrays.stream(rows.inputFiles()).map(URI::create).map(Path::new);
    Path place = place(path);
    Stream.concat(files, Stream.of(qualified(input, session)))
        .filter(file -> isHere(file) && isWithin(place, place(file)))
        .findFirst()
        .ifPresent(
            file -> {
              throw new IllegalArgumentException(
                  "--mode overwrite deletes %s first, and with it %s, which is read; write to another folder"
                      .formatted(name, Settings.excerpt(file.getName())));
            });
  }

  /// Whether a path is one of the folder's file system, which alone knows all its own names.
  private boolean isHere(Path file) {
    try {
      return file.equals(system.makeQualified(file));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /// Where a path leads to in its file system, past links.
  private static Path place(Path qualified) {
    Path path = Path.getPathWithoutSchemeAndAuthority(qualified);
    if (!"file".equals(qualified.toUri().getScheme())) {
      return path;
    }
    try {
      return new Path(java.nio.file.Path.of(qualified.toUri()).toRealPath().toString());
    } catch (IOException e) {
      // Several with a glob, or gone by now.
      return path;
    }
  }

  private static boolean isWithin(Path folder, Path file) {
    for (Path at = file; at != null; at = at.getParent()) {
      if (at.equals(folder)) {
        return true;
      }
    }
    return false;
  }
}

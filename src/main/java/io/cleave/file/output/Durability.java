package io.cleave.file.output;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What is done so that files are still there when the machine fails: first the bytes of each reach
/// the disk, then all get their names, then the folder reaches it.
public interface Durability {
  /// Nothing: the system writes when it likes.
  Durability NONE =
      new Durability() {
        @Override
        public void file(Path path, FileChannel open) {}

        @Override
        public void folder(Path path) {}
      };

  /// All is on the disk before the work is called done.
  Durability DISK =
      new Durability() {
        @Override
        public void file(Path path, FileChannel open) throws IOException {
          open.force(true);
        }

        @Override
        public void folder(Path path) throws IOException {
          if (!HAS_FOLDERS_FOR_FILES) {
            return;
          }
          try (FileChannel folder = FileChannel.open(path, StandardOpenOption.READ)) {
            folder.force(true);
          }
        }
      };

  /// Windows opens no folder as a file, and writes its entries by itself.
  boolean HAS_FOLDERS_FOR_FILES = !System.getProperty("os.name").startsWith("Windows");

  /// Brings a file that is complete to the disk, before it gets its name.
  ///
  /// @param path where it is until then
  void file(Path path, FileChannel open) throws IOException;

  /// Brings the names in a folder to the disk.
  void folder(Path path) throws IOException;
}

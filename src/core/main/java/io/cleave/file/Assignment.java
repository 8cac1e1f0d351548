package io.cleave.file;

import io.cleave.file.output.OutputFile;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.stored.StoredMember;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// All that is known of the outputs of one input before any data is read: the files, and which of
/// them takes which part. An immutable value.
///
/// @param folder where the files go
/// @param files the files
/// @param splits the tensors, in the order in which they are split
/// @param packing whether the files are compressed in the end
record Assignment(Path folder, List<OutputFile> files, List<TensorSplit> splits, Packing packing) {
  /// Copies the lists.
  Assignment {
    files = List.copyOf(files);
    splits = List.copyOf(splits);
  }

  /// The bytes of all parts.
  long bytes() {
    return splits.stream().mapToLong(TensorSplit::bytes).sum();
  }

  /// The members of an archive whose checksums no pass checks.
  List<StoredMember> storedMembers() {
    List<StoredMember> members = new ArrayList<>();
    for (TensorSplit split : splits) {
      if (split.data().content() instanceof MappedContent mapped && mapped.member() != null) {
        members.add(mapped.member());
      }
    }
    return members;
  }

  /// What is read.
  Set<Path> inputs() {
    return splits.stream().map(split -> split.data().file()).collect(Collectors.toSet());
  }

  /// The names of all files.
  List<Path> paths() {
    return files.stream().map(OutputFile::path).toList();
  }

  /// What will have been written, tensor by tensor, part by part.
  List<WrittenPart> parts() {
    List<WrittenPart> parts = new ArrayList<>();
    for (TensorSplit split : splits) {
      parts.addAll(split.written(files));
    }
    return parts;
  }
}

package io.cleave.file.npz;

import io.cleave.file.tensor.BadFileException;
import io.cleave.limit.InputLimits;
import io.cleave.text.OneLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads the directory of a zip archive, and trusts none of it: every member must lie where it is
/// said to, on bytes of its own, before the directory, and say the same of itself.
///
/// The JDK's own reader would do for small archives; it cannot say where in the file a member lies.
final class ZipDirectory {
  /// A member and its bytes.
  ///
  /// @param member what the directory says
  /// @param data where its packed bytes begin
  record Placed(ZipMember member, long data) {
    long end() {
      return data + member.packed();
    }
  }

  private ZipDirectory() {}

  /// The members in the directory's order.
  ///
  /// @throws BadFileException if the archive is malformed
  /// @throws IllegalArgumentException if the directory is larger than it may be
  static List<Placed> read(ZipFields file, InputLimits limits) {
    ZipEnd end = ZipEnd.find(file);
    limits.requireHeader("the archive's directory", end.bytes());
    ZipFields directory = file.slice(end.directory(), end.bytes());
    List<Placed> members = new ArrayList<>((int) end.members());
    Set<String> names = new HashSet<>();
    long at = 0;
    for (long i = 0; i < end.members(); i++) {
      ZipMember member = ZipMember.read(directory, at);
      at += ZipMember.length(directory, at);
      requireName(member, names);
      members.add(new Placed(member, member.data(file, end.directory())));
    }
    if (at != end.bytes()) {
      throw new BadFileException(
          "the archive's directory has %s bytes after its %s members; copy or save it again"
              .formatted(end.bytes() - at, end.members()));
    }
    requireApart(members);
    return members;
  }

  private static void requireName(ZipMember member, Set<String> names) {
    String problem = MemberName.problem(member.name());
    if (problem != null) {
      throw new BadFileException(
          "the name of the member '%s' %s; save the archive again"
              .formatted(OneLine.excerpt(member.name()), problem));
    }
    if (!names.add(member.name())) {
      throw new BadFileException(
          "two members are named '%s'; save the archive again"
              .formatted(OneLine.excerpt(member.name())));
    }
  }

  private static void requireApart(List<Placed> members) {
    List<Placed> sorted = new ArrayList<>(members);
    sorted.sort(Comparator.comparingLong(placed -> placed.member.local()));
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i - 1).end() > sorted.get(i).member.local()) {
        throw sorted
            .get(i)
            .member
            .bad(
                "shares bytes with '%s'"
                    .formatted(OneLine.excerpt(sorted.get(i - 1).member.name())));
      }
    }
  }
}

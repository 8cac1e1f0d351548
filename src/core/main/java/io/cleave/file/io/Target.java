package io.cleave.file.io;

import io.cleave.file.Format;
import io.cleave.plan.SplitPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Where parts go, in which format, under which names. An immutable value.
///
/// Part `i` of every tensor goes to the file `STEM.NAME.EXTENSION`, where the stem is that of the
/// input, or, if the format holds one tensor and the input several, the name of the tensor.
///
/// @param folder the folder, and how files there are written
/// @param names one for each part of a plan; empty to number them from 0, and to call what slices
///   were stacked or joined to `stacked` or `joined`
/// @param format null for the input's, but npy for npz
/// @param isBundle true if all parts go to one file, `STEM.EXTENSION`
/// @param isDeflated true if files are compressed, which must be npz
/// @param hasStem false if files are called `NAME.EXTENSION`
public record Target(
    OutputFolder folder,
    List<String> names,
    @Nullable Format format,
    boolean isBundle,
    boolean isDeflated,
    boolean hasStem) {
  /// A file for each part, numbered, in the usual format.
  public static Target in(Path folder) {
    return new Target(new OutputFolder(folder, false, false), List.of(), null, false, false, true);
  }

  /// Copy with names for the parts.
  public Target named(List<String> parts) {
    return new Target(folder, parts, format, isBundle, isDeflated, hasStem);
  }

  /// Copy with another format; null for the usual one.
  public Target as(@Nullable Format other) {
    return new Target(folder, names, other, isBundle, isDeflated, hasStem);
  }

  /// Copy with all parts in one file, or not.
  public Target bundled(boolean bundle) {
    return new Target(folder, names, format, bundle, isDeflated, hasStem);
  }

  /// Copy that is compressed, or not.
  public Target deflated(boolean deflate) {
    return new Target(folder, names, format, isBundle, deflate, hasStem);
  }

  /// Copy that replaces files, or refuses to.
  public Target replacing(boolean isAllowed) {
    return in(new OutputFolder(folder.path(), isAllowed, folder.durable()));
  }

  /// Copy that flushes all to disk, or leaves that to the system.
  public Target durable(boolean isWanted) {
    return in(new OutputFolder(folder.path(), folder.replace(), isWanted));
  }

  private Target in(OutputFolder other) {
    return new Target(other, names, format, isBundle, isDeflated, hasStem);
  }

  /// The format for the parts of an input.
  ///
  /// @throws IllegalArgumentException if it cannot do what is asked of it
  Format formatFor(Format input) {
    Format chosen = format == null ? usual(input) : format;
    if (isBundle && !chosen.holdsMany()) {
      throw new IllegalArgumentException(
          "a .%s file holds one tensor and no bundle of parts; choose npz or safetensors"
              .formatted(chosen));
    }
    if (isDeflated && chosen != Format.NPZ) {
      throw new IllegalArgumentException(
          "only .npz files can be compressed, and these would be .%s; choose npz"
              .formatted(chosen));
    }
    return chosen;
  }

  private Format usual(Format input) {
    Format single = input == Format.NPZ ? Format.NPY : input;
    return isBundle && single == Format.NPY ? Format.NPZ : single;
  }

  /// The names of a plan's parts.
  ///
  /// @throws IllegalArgumentException if other than that many are given
  List<String> names(SplitPlan plan) {
    if (names.isEmpty()) {
      return plan.isStacked()
          ? List.of(plan.isJoined() ? "joined" : "stacked")
          : IntStream.range(0, plan.partCount()).mapToObj(Integer::toString).toList();
    }
    if (names.size() != plan.partCount()) {
      throw new IllegalArgumentException(
          "the plan has %s parts; %s names are given, and each part needs one"
              .formatted(plan.partCount(), names.size()));
    }
    return names;
  }
}

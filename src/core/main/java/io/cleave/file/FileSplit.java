package io.cleave.file;

import io.cleave.Splitter;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/// An input file, how its tensors are split, and where the parts go, in bounded memory whatever the
/// size of the file. An immutable value.
///
/// ```
/// FileSplit.of(Path.of("images.npy"), Path.of("parts"),
///         data -> SplitPlan.of(data.cropped(1, 16, 224), -1, Cut.intoEqualParts(3)))
///     .names("red", "green", "blue")
///     .write(splitter);
/// ```
///
/// The parts are little-endian and in the order, C or Fortran, of the data. They are written to
/// temporary files, `.NAME.*.tmp` beside their targets, and renamed when the last one is complete.
/// After an exception, and after Ctrl-C, no new part is left. If a rename fails, parts that have
/// replaced files by then stay, and the message names them. A process that is killed with SIGKILL
/// may leave temporary files, but no incomplete one under a part's name.
public final class FileSplit {
  private final SplitJob job;
  private final UnaryOperator<FileSplitter> settings;

  private FileSplit(SplitJob job, UnaryOperator<FileSplitter> settings) {
    this.job = job;
    this.settings = settings;
  }

  /// Splits each tensor of a file as the planner says for its layout, or for a window of it, see
  /// [Layout#cropped]. Parts go to the files `STEM.0.EXTENSION`, `STEM.1.EXTENSION` and so on.
  ///
  /// @param folder need not exist
  /// @param planner may throw an IllegalArgumentException for a tensor that cannot be split so
  public static FileSplit of(Path input, Path folder, Function<Layout, SplitPlan> planner) {
    SplitJob job = SplitJob.of(input, planner, Target.in(folder));
    return new FileSplit(job, files -> files);
  }

  private FileSplit with(SplitJob other) {
    return new FileSplit(other, settings);
  }

  private FileSplit with(UnaryOperator<FileSplitter> setting) {
    return new FileSplit(job, files -> setting.apply(settings.apply(files)));
  }

  private FileSplit with(Target target) {
    return with(new SplitJob(job.input(), job.options(), job.tensors(), job.planner(), target));
  }

  private FileSplit with(ReadOptions options) {
    return with(new SplitJob(job.input(), options, job.tensors(), job.planner(), job.target()));
  }

  /// Splits only these tensors.
  ///
  /// @param patterns names, in which `*` stands for any characters and `?` for one
  public FileSplit tensors(String... patterns) {
    return with(
        new SplitJob(job.input(), job.options(), List.of(patterns), job.planner(), job.target()));
  }

  /// Names the parts, in place of 0, 1, 2, or the one of a stacked plan, in place of `stacked` or
  /// `joined`.
  public FileSplit names(String... parts) {
    return with(job.target().named(List.of(parts)));
  }

  /// Says what the file holds where it does not say so itself: bare or packed elements.
  ///
  /// @param data dense type and shape, which must fit the bytes of the file exactly
  public FileSplit reading(Layout data) {
    return with(new ReadOptions(data.type(), data.shape(), job.options().limits()));
  }

  /// Writes another format than that of the input. Without it, parts of `.npz` files are `.npy`.
  public FileSplit format(Format format) {
    return with(job.target().as(format));
  }

  /// Writes all parts to one file, `STEM.npz` or `STEM.safetensors`.
  public FileSplit bundled() {
    return with(job.target().bundled(true));
  }

  /// Deflates the parts, which must go to `.npz` files.
  public FileSplit compressed() {
    return with(job.target().deflated(true));
  }

  /// Replaces files that have the names of parts.
  public FileSplit replacing() {
    return with(job.target().replacing(true));
  }

  /// Flushes all to disk before it is done: each part before the first is renamed, then the folder.
  /// After a power failure each file is the old one or the new one.
  public FileSplit durable() {
    return with(job.target().durable(true));
  }

  /// Reads every part back before the files get their names, and compares it with what plain Java
  /// makes of the data; also compares checksums of stored members of `.npz` inputs.
  public FileSplit verified() {
    return with(files -> files.verifying(true));
  }

  /// Bounds the memory for buffers, besides what the splitter uses. The standard is 256 MiB.
  public FileSplit memory(long bytes) {
    return with(files -> files.within(bytes));
  }

  /// Limits what the input may take.
  public FileSplit limits(Limits limits) {
    return with(job.options().within(limits));
  }

  /// Reports numbers of bytes that were written or checked, from any thread.
  public FileSplit progress(LongConsumer bytes) {
    return with(files -> files.reportingTo(bytes::accept));
  }

  /// Writes all parts or none.
  ///
  /// @param splitter stays open
  /// @return the files
  /// @throws IllegalArgumentException if the input cannot be split so
  /// @throws MalformedFileException if the input is malformed, or exceeds the limits
  /// @throws IOException if the input is missing, a part is there already or is not what the data
  ///   says, or the system fails
  public List<Path> write(Splitter splitter) throws IOException {
    return settings.apply(new FileSplitter(splitter)).write(job).stream()
        .map(WrittenPart::file)
        .distinct()
        .toList();
  }
}

package io.cleave.file;

import io.cleave.Splitter;
import io.cleave.file.npz.NpzCompressor;
import io.cleave.file.output.AsideFiles;
import io.cleave.file.output.OutputCheck;
import io.cleave.file.output.OutputFile;
import io.cleave.file.output.OutputFolder;
import io.cleave.file.output.Outputs;
import io.cleave.file.output.Place;
import io.cleave.file.stored.NamedLayout;
import io.cleave.file.stored.StoredMember;
import io.cleave.file.tensor.Existing;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.file.window.WindowRule;
import io.cleave.file.window.WindowedSplit;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Splits tensors in files into files, in bounded memory whatever their size.
///
/// The parts are little-endian and in the order, C or Fortran, of the data. They are written under
/// temporary names in their folder, `.NAME.*.tmp`, and renamed when the last one is complete. After
/// an exception, and after Ctrl-C, no new part is left, and no folder that was created for them. If
/// renaming itself fails, the parts that have replaced files by then stay, and the message names
/// them. A process that is killed with SIGKILL may leave temporary files, but never an incomplete
/// one under a part's name. Nothing is flushed to disk unless [#durably()] asks for it.
///
/// Parts that stand in the data as one piece are copied by the system, whatever the splitter.
///
/// An immutable value, safe for use by many threads. It does not own its splitters.
public final class FileSplit {
  /// What is used unless another bound is set.
  public static final long USUAL_MEMORY = 256L << 20;

  private final Splitter splitter;
  private final WindowRule windows;
  private final Existing existing;
  private final Progress progress;

  /// What checks the parts; null if they are not checked.
  private final @Nullable Splitter reference;

  private final boolean durable;

  private FileSplit(
      Splitter splitter,
      WindowRule windows,
      Existing existing,
      Progress progress,
      @Nullable Splitter reference,
      boolean durable) {
    this.splitter = splitter;
    this.windows = windows;
    this.existing = existing;
    this.progress = progress;
    this.reference = reference;
    this.durable = durable;
  }

  /// Splits with this splitter, which stays open; refuses to replace files.
  public FileSplit(Splitter splitter) {
    this(splitter, WindowRule.within(USUAL_MEMORY), Existing.REFUSED, Progress.NONE, null, false);
  }

  /// The same with windows of so many bytes.
  FileSplit inWindowsOf(long bytes) {
    return new FileSplit(splitter, _ -> bytes, existing, progress, reference, durable);
  }

  /// The same with another bound for the memory that one split uses at a time, besides what the
  /// splitter uses itself.
  public FileSplit within(long bytes) {
    return new FileSplit(
        splitter, WindowRule.within(bytes), existing, progress, reference, durable);
  }

  /// The same with another answer to what becomes of files that have the names of parts.
  public FileSplit with(Existing answer) {
    return new FileSplit(splitter, windows, answer, progress, reference, durable);
  }

  /// The same with a listener.
  public FileSplit reportingTo(Progress listener) {
    return new FileSplit(splitter, windows, existing, listener, reference, durable);
  }

  /// The same with a check: before the files get their names, all parts are read back and compared
  /// with what another splitter makes of the data. Members of an archive that are stored as they
  /// are are compared with their checksums first.
  ///
  /// @param other what is trusted; it stays open
  public FileSplit checkedBy(Splitter other) {
    return new FileSplit(splitter, windows, existing, progress, other, durable);
  }

  /// The same that flushes all to disk before it returns: each part's bytes before any part is
  /// renamed, then the folder. After a power failure each part is whole, or what was there before
  /// is.
  public FileSplit durably() {
    return new FileSplit(splitter, windows, existing, progress, reference, true);
  }

  /// Splits a tensor and writes each part to a `.npy` file.
  ///
  /// @param data must be open in a shared arena if it is deflated or the splitter is a device:
  ///   another thread reads it ahead
  /// @param plan made for the tensor as its users see it, see [StoredTensor#plain()]
  /// @param files where each part of the plan goes
  /// @return what was written, in order
  /// @throws IllegalArgumentException if plan or files do not fit the data, or NumPy lacks the
  ///   type; as a [io.cleave.file.tensor.BadFileException] if files cannot be written there, or one
  ///   would replace a file that must stay
  /// @throws WrongPartException if a check was asked for and has failed
  /// @throws IOException if the system fails: the disk is full, say
  public List<WrittenPart> write(StoredTensor data, SplitPlan plan, PartFiles files)
      throws IOException {
    return write(data, plan, files, Format.NPY);
  }

  /// The same in files of another format.
  ///
  /// @throws IllegalArgumentException also if that format lacks the type, or a name is that of a
  ///   file of another format
  public List<WrittenPart> write(StoredTensor data, SplitPlan plan, PartFiles files, Format format)
      throws IOException {
    List<OutputFile> outputs = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    files.requireCount(plan);
    files.requireFormat(format);
    for (Part part : plan.parts()) {
      Path path = files.path(part.index());
      Layout layout = data.layout().ofPart(part.shape(), part.type());
      NamedLayout member = new NamedLayout(PartFiles.stem(path), layout);
      places.add(new Place(outputs.size(), 0));
      outputs.add(format.file(path, List.of(member), Map.of()));
    }
    TensorSplit split = new TensorSplit(data, plan, places);
    return write(new Assignment(files.folder(), outputs, List.of(split), Packing.STORED));
  }

  /// Splits the tensors of a file.
  ///
  /// @return what was written: tensor by tensor, part by part
  /// @throws IllegalArgumentException if the file cannot be split like that, or files cannot be
  ///   written there
  /// @throws WrongPartException if a check was asked for and has failed
  /// @throws IOException if the system fails: the disk is full, say
  public List<WrittenPart> write(SplitJob job) throws IOException {
    // Shared, so that a splitter may use several threads.
    try (Arena arena = Arena.ofShared()) {
      return write(job.assign(arena));
    }
  }

  /// What will be written by a job, whose files are only looked at.
  ///
  /// @throws IllegalArgumentException as [#write(SplitJob)] does before it writes
  Preview preview(SplitJob job) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Assignment work = job.assign(arena);
      requireFree(work);
      return new Preview(work.paths(), steps(work));
    }
  }

  /// What a job will do.
  ///
  /// @param files what it writes
  /// @param bytes what a listener will hear of
  record Preview(List<Path> files, long bytes) {}

  /// The bytes that a listener will hear of.
  private long steps(Assignment work) {
    return reference == null
        ? work.bytes()
        : 2 * work.bytes() + work.storedMembers().stream().mapToLong(StoredMember::size).sum();
  }

  private void requireFree(Assignment work) {
    OutputCheck.requireNoInput(work.paths(), work.inputs());
    work.paths().forEach(path -> OutputCheck.requireFree(path, existing));
  }

  /// Carries out what has been assigned.
  List<WrittenPart> write(Assignment work) throws IOException {
    requireFree(work);
    progress.expect(steps(work));
    OutputFolder folder = OutputFolder.check(work.folder());
    if (reference != null) {
      for (StoredMember member : work.storedMembers()) {
        member.requireIntact(progress::advance);
      }
    }
    try (AsideFiles aside = AsideFiles.begin(folder, work.paths())) {
      aside.createFolder();
      write(work, new Outputs(aside, work.files()));
      aside.commit(existing, durable);
    } catch (WrongPartException e) {
      throw e.and(whatIsLeft(e));
    } catch (IOException e) {
      throw new IOException("%s; %s".formatted(e.getMessage(), whatIsLeft(e)), e);
    }
    return work.parts();
  }

  private void write(Assignment work, Outputs outputs) throws IOException {
    outputs.open();
    List<StoredSplit> splits = new ArrayList<>();
    for (TensorSplit tensor : work.splits()) {
      StoredSplit split = StoredSplit.of(tensor, outputs, carriedOutBy(splitter), progress);
      split.write(carriedOutBy(splitter));
      splits.add(split);
    }
    outputs.finish();
    if (reference != null) {
      for (StoredSplit split : splits) {
        split.check(carriedOutBy(reference));
      }
    }
    if (work.packing() == Packing.DEFLATED) {
      outputs.repack(NpzCompressor::compress);
      if (reference != null) {
        for (Path file : outputs.temporaries()) {
          NpzCompressor.check(file);
        }
      }
    }
  }

  private WindowedSplit carriedOutBy(Splitter one) {
    return new WindowedSplit(one, windows, AsideFiles.MAX_OPEN);
  }

  private static String whatIsLeft(IOException e) {
    return AsideFiles.whatIsLeft(e, "no part is left", "the parts cannot all be deleted");
  }
}

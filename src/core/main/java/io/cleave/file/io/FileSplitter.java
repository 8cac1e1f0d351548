package io.cleave.file.io;

import io.cleave.Splitter;
import io.cleave.file.MalformedFileException;
import io.cleave.file.format.DataSource;
import io.cleave.file.format.FileLayout;
import io.cleave.file.format.MappedFile;
import io.cleave.file.format.StoredFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.io.OutputPlan.TensorSplit;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Splits tensors in files into files, in bounded memory whatever their size.
///
/// The parts are little-endian and in the order, C or Fortran, of the data. They are written to
/// temporary files, see [AtomicFiles]. Parts that are contiguous in a file are copied by the
/// system, whatever the splitter.
///
/// An immutable value, safe for use by many threads. It does not own its splitters.
///
/// @param window the bytes of data and of parts that are in memory at a time, each twice
/// @param replace true if files may be replaced
/// @param durable true if all is flushed to disk before it is done
/// @param reference verifies the parts before the files get their names; null if it is not to be
public record FileSplitter(
    Splitter splitter,
    long window,
    boolean replace,
    boolean durable,
    @Nullable Splitter reference,
    Progress progress) {
  /// The memory for buffers where nothing else is said.
  public static final long STANDARD_MEMORY = 256L << 20;

  /// 512 MiB of f32 into 4 and 256 parts along the last axis, on two cores, files cached: 0.20 and
  /// 0.77 s in windows of 1 MiB, 0.16 and 0.63 s of 4 MiB, 0.16 and 0.47 s of 16 MiB, 0.19 and 0.48
  /// s of 64 MiB.
  private static final long STANDARD_WINDOW = 16L << 20;

  private static final long LEAST_WINDOW = 64L << 10;

  /// With less, the windows of a job would be too small to be worth a thread.
  private static final long LEAST_MEMORY = 32L << 20;

  /// One piece for the system at a time: bounds how long the end of the process has to wait.
  private static final long SYSTEM_PIECE = 64L << 20;

  /// Splits with this splitter in the standard memory, and refuses to replace files.
  public FileSplitter(Splitter splitter) {
    this(splitter, window(STANDARD_MEMORY), false, false, null, Progress.NONE);
  }

  private static long window(long memory) {
    return Math.clamp((memory - OutputFile.PIECE) / 4, LEAST_WINDOW, STANDARD_WINDOW);
  }

  /// Copy with another bound of memory for buffers, besides what the splitter uses.
  public FileSplitter within(long memory) {
    return inWindowsOf(window(memory));
  }

  /// Copy with windows of so many bytes.
  public FileSplitter inWindowsOf(long bytes) {
    return new FileSplitter(splitter, bytes, replace, durable, reference, progress);
  }

  /// Copy that replaces files, or refuses to.
  public FileSplitter replacing(boolean isAllowed) {
    return new FileSplitter(splitter, window, isAllowed, durable, reference, progress);
  }

  /// Copy that flushes all to disk, or leaves that to the system.
  public FileSplitter durable(boolean isWanted) {
    return new FileSplitter(splitter, window, replace, isWanted, reference, progress);
  }

  /// Copy that reads all parts back and compares them with those of another splitter, which stays
  /// open, before files get their names; null to trust them. Stored members of archives are
  /// compared with their checksums before anything is written.
  public FileSplitter verifiedBy(@Nullable Splitter other) {
    return new FileSplitter(splitter, window, replace, durable, other, progress);
  }

  /// Copy with a listener.
  public FileSplitter reportingTo(Progress listener) {
    return new FileSplitter(splitter, window, replace, durable, reference, listener);
  }

  /// Splits the tensors of a file.
  ///
  /// @return what was written: tensor by tensor, part by part
  /// @throws IllegalArgumentException if the file cannot be split so
  /// @throws WrongPartException if a part differs
  /// @throws IOException if a file is missing, malformed or there already, or the system fails
  public List<WrittenPart> write(SplitJob job) throws IOException {
    try (StoredFile file = StoredFile.open(job.input(), job.options())) {
      OutputPlan plan = planned(job, file);
      progress.expect(steps(plan));
      return write(plan, file.mapped());
    }
  }

  private OutputPlan planned(SplitJob job, StoredFile file) throws IOException {
    OutputPlan plan = OutputPlan.of(job, file);
    OutputCheck.requireNoInput(plan.paths(), List.of(job.input()));
    for (Path path : plan.paths()) {
      OutputCheck.requireFree(path, replace);
    }
    return plan;
  }

  /// The bytes that a listener will hear of.
  private long steps(OutputPlan plan) {
    return reference == null ? plan.bytes() : 2 * plan.bytes() + plan.checkedBytes();
  }

  /// Splits many files, several at once. A file that fails does not stop the others.
  ///
  /// All headers are read first, so that outputs that would clash are known before anything is
  /// written. A file is mapped again when its turn comes: thousands need no more mappings than two.
  ///
  /// @param memory the bytes for the buffers of all jobs together, in place of this splitter's
  ///   bound
  /// @return the result of each, in the order of the jobs
  /// @throws IllegalArgumentException if two jobs would write the same file, or one would write
  ///   what another one reads, however they are linked; nothing has been written
  /// @throws IOException if the caller was interrupted
  public List<JobResult> writeAll(List<SplitJob> jobs, long memory) throws IOException {
    if (jobs.size() == 1) {
      return List.of(result(jobs.getFirst(), () -> within(memory).write(jobs.getFirst())));
    }
    int processors = Runtime.getRuntime().availableProcessors();
    int threads =
        Math.clamp(memory / LEAST_MEMORY, 1, Math.max(1, Math.min(jobs.size(), processors)));
    FileSplitter each = within(memory / threads);
    List<Work> tasks = tasks(jobs, each);
    try (ExecutorService workers =
        Executors.newFixedThreadPool(threads, work -> new Thread(work, "cleave-file"))) {
      List<Future<JobResult>> running = new ArrayList<>(jobs.size());
      for (int i = 0; i < jobs.size(); i++) {
        SplitJob job = jobs.get(i);
        Work task = tasks.get(i);
        running.add(workers.submit(() -> result(job, task)));
      }
      try {
        return results(running);
      } catch (IOException | RuntimeException | Error e) {
        workers.shutdownNow();
        throw e;
      }
    }
  }

  @FunctionalInterface
  private interface Work {
    List<WrittenPart> run() throws IOException;
  }

  private List<Work> tasks(List<SplitJob> jobs, FileSplitter each) {
    Clashes clashes = new Clashes(jobs.stream().map(SplitJob::input).toList());
    List<Work> tasks = new ArrayList<>(jobs.size());
    for (SplitJob job : jobs) {
      try (StoredFile file = StoredFile.open(job.input(), job.options())) {
        OutputPlan plan = planned(job, file);
        clashes.claim(job.input(), plan.paths());
        progress.expect(steps(plan));
        MappedFile planned = file.mapped();
        tasks.add(
            () -> {
              try (MappedFile again = MappedFile.open(job.input())) {
                again.requireSame(planned);
                return each.write(plan, again);
              }
            });
      } catch (IOException | RuntimeException e) {
        tasks.add(
            () -> {
              throw e;
            });
      }
    }
    clashes.requireNone();
    return tasks;
  }

  private static JobResult result(SplitJob job, Work work) {
    try {
      return new JobResult(job, work.run(), null);
    } catch (IOException | RuntimeException e) {
      return new JobResult(job, List.of(), e);
    }
  }

  private static List<JobResult> results(List<Future<JobResult>> running) throws IOException {
    List<JobResult> results = new ArrayList<>(running.size());
    for (Future<JobResult> job : running) {
      try {
        results.add(job.get());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("the work on files was interrupted", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw new IOException(e.getMessage(), e);
      }
    }
    return results;
  }

  /// The first clash of outputs of several jobs with each other or with an input, also with one
  /// that will not be split.
  private static final class Clashes {
    private final Map<Object, Path> readers = new HashMap<>();
    private final Map<Path, Path> writers = new HashMap<>();
    private @Nullable String first;

    Clashes(List<Path> inputs) {
      for (Path input : inputs) {
        OutputCheck.key(input).ifPresent(file -> readers.put(file, input));
      }
    }

    void claim(Path input, List<Path> outputs) {
      for (Path output : outputs) {
        Path other = writers.put(OutputCheck.place(output), input);
        Path read = OutputCheck.key(output).map(readers::get).orElse(null);
        if (first == null && other != null) {
          first =
              "%s and %s would both be written to %s; split them to folders of their own"
                  .formatted(other, input, output);
        } else if (first == null && read != null) {
          first =
              "a part of %s would replace %s, which is to be split itself; write to another folder"
                  .formatted(input, read);
        }
      }
    }

    void requireNone() {
      if (first != null) {
        throw new IllegalArgumentException(first);
      }
    }
  }

  private List<WrittenPart> write(OutputPlan plan, MappedFile input) throws IOException {
    if (reference != null) {
      requireIntact(plan, input);
    }
    Target target = plan.job().target();
    try (AtomicFiles files = AtomicFiles.begin(target.folder(), plan.paths(), replace, durable)) {
      new Run(plan, input, files).write();
      files.commit();
    } catch (WrongPartException e) {
      throw e.and(whatIsLeft(e));
    } catch (IOException e) {
      throw withWhatIsLeft(e);
    }
    return plan.parts();
  }

  private static IOException withWhatIsLeft(IOException e) {
    return isPlain(e) ? e : new IOException("%s; %s".formatted(e.getMessage(), whatIsLeft(e)), e);
  }

  /// True if an exception is for a file that is missing, malformed or there already, which leaves
  /// nothing behind.
  static boolean isPlain(IOException e) {
    return (e instanceof FileSystemException || e instanceof MalformedFileException)
        && e.getSuppressed().length == 0;
  }

  private static String whatIsLeft(IOException e) {
    return AtomicFiles.whatIsLeft(e, "no part is left", "the parts cannot all be deleted");
  }

  private void requireIntact(OutputPlan plan, MappedFile input) throws IOException {
    for (TensorSplit split : plan.splits()) {
      DataSource data = split.data().data();
      guarded(input, data, () -> data.requireIntact(input, progress::advance));
    }
  }

  @FunctionalInterface
  private interface Action {
    void run() throws IOException;
  }

  /// Runs an action that reads a mapping, which somebody may cut short meanwhile.
  private static void guarded(MappedFile input, DataSource data, Action action) throws IOException {
    try {
      action.run();
    } catch (InternalError e) {
      // How the JVM reports that a page of a mapped file is gone or cannot be read.
      data.requireWhole(input);
      throw new IOException("cannot read %s: %s".formatted(input.path(), e.getMessage()), e);
    } catch (IOException e) {
      // The system's own word for a page that is gone, "bad address", would blame the output.
      data.requireWhole(input);
      throw e;
    }
    data.requireWhole(input);
  }

  /// The files of one job while they are written. Used by one thread.
  private final class Run {
    private final OutputPlan plan;
    private final MappedFile input;
    private final AtomicFiles files;
    private final List<FileLayout> layouts = new ArrayList<>();

    /// Parts that were written slice by slice, whose checksums are not known yet.
    private final List<PartRegion> unsummed = new ArrayList<>();

    Run(OutputPlan plan, MappedFile input, AtomicFiles files) {
      this.plan = plan;
      this.input = input;
      this.files = files;
    }

    /// Inflated data, while it is needed.
    private final List<MappedFile> inflated = new ArrayList<>();

    void write() throws IOException {
      try {
        create();
        List<TensorRun> runs = new ArrayList<>();
        for (TensorSplit split : plan.splits()) {
          TensorRun run = new TensorRun(split);
          guarded(input, split.data().data(), run::write);
          runs.add(run);
        }
        finish();
        for (TensorRun run : reference == null ? List.<TensorRun>of() : runs) {
          guarded(input, run.split.data().data(), run::check);
        }
      } finally {
        inflated.forEach(MappedFile::close);
      }
      if (plan.job().target().isDeflated()) {
        deflate();
      }
    }

    private void create() throws IOException {
      for (int i = 0; i < plan.files().size(); i++) {
        OutputFile file = files.file(i);
        FileLayout layout = plan.layout(i);
        file.create();
        for (FileLayout.Chunk chunk : layout.opening()) {
          file.write(chunk.offset(), chunk.bytes());
        }
        files.spare(file);
        layouts.add(layout.withoutOpening());
      }
    }

    private void finish() throws IOException {
      for (PartRegion region : unsummed) {
        region.sum();
      }
      for (int i = 0; i < layouts.size(); i++) {
        FileLayout layout = layouts.get(i);
        for (FileLayout.Chunk chunk : layout.ending().of(layout.sums())) {
          files.file(i).write(chunk.offset(), chunk.bytes());
        }
        files.spare(files.file(i));
      }
    }

    private void deflate() throws IOException {
      for (int i = 0; i < layouts.size(); i++) {
        int members = layouts.get(i).sums().size();
        files.deflate(files.file(i), members);
        if (reference != null) {
          files.requireIntact(files.file(i), members);
        }
      }
    }

    /// One tensor.
    private final class TensorRun {
      private final TensorSplit split;
      private final StoredLayout stored;
      private final SplitPlan inFile;
      private DataSource source;
      private MappedFile file;
      private List<PartRegion> regions = List.of();

      TensorRun(TensorSplit split) {
        this.split = split;
        this.stored = split.data().layout();
        this.source = split.data().data();
        this.file = input;
        SplitPlan turned = stored.inFile(split.plan());
        // A stack of one is that part.
        this.inFile =
            turned.isStacked() && turned.geometry().pieces() == 1
                ? turned.unstacked().only(turned.geometry().slice(0))
                : turned;
      }

      void write() throws IOException {
        PartCopier copier = copier(splitter);
        if (copier.isGathered() && source.isDeflated()) {
          inflate();
          copier = copier(splitter);
        }
        regions = copier.isBySlices() ? slices() : parts();
        if (!copyBySystem()) {
          copy(copier, false);
        }
        regions.forEach(PartRegion::requireFull);
      }

      void check() throws IOException {
        copy(copier(Objects.requireNonNull(reference)), true);
      }

      /// Inflates data to a temporary file, so that it can be read in several places.
      private void inflate() throws IOException {
        Path scratch = files.createScratch();
        try (FileChannel channel = FileChannel.open(scratch, StandardOpenOption.WRITE);
            DataSource.Reader reader = source.open(file);
            Arena arena = Arena.ofConfined()) {
          MemorySegment piece = arena.allocate(Math.min(OutputFile.PIECE, source.size()));
          for (long at = 0; at < source.size(); at += piece.byteSize()) {
            MemorySegment next = piece.asSlice(0, Math.min(piece.byteSize(), source.size() - at));
            reader.read(at, next);
            ByteBuffer buffer = next.asByteBuffer();
            while (buffer.hasRemaining()) {
              channel.write(buffer);
            }
          }
        }
        file = MappedFile.open(scratch);
        inflated.add(file);
        source = new DataSource(0, source.size(), null);
      }

      private PartCopier copier(Splitter by) {
        return new PartCopier(by, inFile, source, file, stored, window);
      }

      private void copy(PartCopier copier, boolean checks) throws IOException {
        StoredLayout made =
            inFile.conversion().isPresent()
                ? stored.ofPart(stored.shape(), inFile.partType())
                : stored;
        // Shared, so that a splitter may use several threads.
        try (Arena arena = Arena.ofShared()) {
          copier.copy(new PartSink(regions, made, progress, arena, checks), arena);
        }
      }

      private List<PartRegion> parts() {
        return inFile.parts().stream().map(part -> region(part.index(), part.bytes())).toList();
      }

      private PartRegion region(int part, long bytes) {
        OutputPlan.Place place = split.places().get(part);
        FileLayout layout = layouts.get(place.file());
        return new PartRegion(
            files,
            files.file(place.file()),
            layout.data().get(place.tensor()),
            bytes,
            layout.sums().isEmpty() ? null : layout.sums().get(place.tensor()));
      }

      /// Regions of the slices of a stack: each has a piece for every index of the axes before that
      /// along which they follow one another.
      private List<PartRegion> slices() {
        PartRegion whole = region(0, inFile.part(0).bytes());
        unsummed.add(whole);
        List<PartRegion> slices = new ArrayList<>();
        long begin = 0;
        for (Part slice : inFile.unstacked().parts()) {
          long pieces = outer(slice.shape(), inFile.stackAxis());
          long piece = pieces == 0 ? 0 : slice.bytes() / pieces;
          long stride = pieces == 0 ? 0 : inFile.part(0).bytes() / pieces;
          slices.add(whole.pieces(begin, slice.bytes(), piece, stride));
          begin += piece;
        }
        return slices;
      }

      private static long outer(Shape shape, int axis) {
        long product = 1;
        for (int i = 0; i < axis; i++) {
          product *= shape.extent(i);
        }
        return product;
      }

      /// Has the system copy parts that are contiguous in the file.
      ///
      /// @return false, with nothing done, if it cannot
      private boolean copyBySystem() throws IOException {
        if (inFile.isStacked()
            || source.isDeflated()
            || !stored.isLittleEndian()
            || !inFile.parts().stream().allMatch(Part::isContiguous)
            || !regions.stream().allMatch(PartRegion::takesUnseen)) {
          return false;
        }
        try (FileChannel channel = file.reopen()) {
          if (channel == null) {
            return false;
          }
          for (Part part : inFile.parts()) {
            copyBySystem(channel, part);
          }
        }
        return true;
      }

      private void copyBySystem(FileChannel channel, Part part) throws IOException {
        long from = source.offset() + part.offset();
        for (long done = 0; done < part.bytes(); done += SYSTEM_PIECE) {
          long piece = Math.min(SYSTEM_PIECE, part.bytes() - done);
          if (regions.get(part.index()).transfer(channel, from + done, piece) < piece) {
            source.requireWhole(file);
            throw new IOException("cannot read %s to its end".formatted(file.path()));
          }
          progress.advance(piece);
        }
      }
    }
  }
}

package io.cleave.file.io;

import io.cleave.Splitter;
import io.cleave.file.format.MappedFile;
import io.cleave.file.format.StoredFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/// Carries out split jobs: splits tensors in files into files, in bounded memory whatever their
/// size. [io.cleave.file.FileSplit] is the public interface to it.
///
/// The parts are little-endian and in the order, C or Fortran, of the data. They are written to
/// temporary files, see [AtomicFiles]. Parts that are contiguous in a file are copied by the
/// system, whatever the splitter.
///
/// An immutable value, safe for use by many threads. It does not own its splitters.
///
/// @param tileBytes the most bytes of the data, and of the parts, of a tile. There are two buffers
///   for each, see [TileLoop]
/// @param verifies true to verify the parts before the files get their names
public record FileSplitter(Splitter splitter, long tileBytes, boolean verifies, Progress progress) {
  /// The default memory for buffers.
  public static final long STANDARD_MEMORY = 256L << 20;

  static final ThreadFactory THREADS = Thread.ofPlatform().daemon().name("cleave-file").factory();

  /// Smaller tiles make many short writes; see performance.md#constants.
  private static final long STANDARD_TILE = 16L << 20;

  private static final long LEAST_TILE = 64L << 10;

  /// Memory for one job of several. With less, its tiles would be too small to be worth a thread.
  private static final long LEAST_MEMORY = 32L << 20;

  /// The result of one of several jobs. An immutable value.
  ///
  /// @param parts what was written; empty after a failure
  /// @param failure why nothing was written; null if all was
  public record Result(SplitJob job, List<WrittenPart> parts, @Nullable Exception failure) {}

  /// Splits with this splitter in the standard memory.
  public FileSplitter(Splitter splitter) {
    this(splitter, tileBytes(STANDARD_MEMORY), false, Progress.NONE);
  }

  private static long tileBytes(long memory) {
    return Math.clamp((memory - OutputFile.BUFFER) / 4, LEAST_TILE, STANDARD_TILE);
  }

  /// Copy with another bound of memory for buffers, besides what the splitter uses.
  public FileSplitter within(long memory) {
    return inTilesOf(tileBytes(memory));
  }

  /// Copy with tiles of so many bytes.
  public FileSplitter inTilesOf(long bytes) {
    return new FileSplitter(splitter, bytes, verifies, progress);
  }

  /// Copy that reads all parts back and compares them with what plain Java makes of the data,
  /// before files get their names, or trusts them. Stored members of archives are compared with
  /// their checksums before anything is written.
  public FileSplitter verifying(boolean isWanted) {
    return new FileSplitter(splitter, tileBytes, isWanted, progress);
  }

  /// Copy with a listener.
  public FileSplitter reportingTo(Progress listener) {
    return new FileSplitter(splitter, tileBytes, verifies, listener);
  }

  /// Splits the tensors of a file.
  ///
  /// @return what was written: tensor by tensor, part by part
  /// @throws IllegalArgumentException if the file cannot be split so
  /// @throws WrongPartException if a part differs
  /// @throws IOException if a file is missing, malformed or there already, or the system fails
  public List<WrittenPart> write(SplitJob job) throws IOException {
    try (StoredFile input = StoredFile.open(job.input(), job.options())) {
      return new JobOutputs(job, input, this).write();
    }
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
  public List<Result> writeAll(List<SplitJob> jobs, long memory) throws IOException {
    int processors = Runtime.getRuntime().availableProcessors();
    int threads =
        Math.clamp(memory / LEAST_MEMORY, 1, Math.max(1, Math.min(jobs.size(), processors)));
    FileSplitter each = within(memory / threads);
    if (jobs.size() == 1) {
      return List.of(result(jobs.getFirst(), () -> each.write(jobs.getFirst())));
    }
    try (ExecutorService workers = Executors.newFixedThreadPool(threads, THREADS)) {
      List<Future<Result>> running = each.tasks(jobs).stream().map(workers::submit).toList();
      List<Result> results = new ArrayList<>();
      for (Future<Result> task : running) {
        results.add(TileLoop.await(task));
      }
      return results;
    }
  }

  /// Plans all jobs, and makes a task of each.
  private List<Callable<Result>> tasks(List<SplitJob> jobs) {
    List<JobOutputs> plans = new ArrayList<>();
    List<Callable<Result>> tasks = new ArrayList<>(jobs.size());
    for (SplitJob job : jobs) {
      try (StoredFile input = StoredFile.open(job.input(), job.options())) {
        JobOutputs outputs = new JobOutputs(job, input, this);
        for (Path path : outputs.paths()) {
          job.target().folder().requireFree(path);
        }
        plans.add(outputs);
        tasks.add(() -> result(job, () -> writeMapped(outputs)));
      } catch (IOException | RuntimeException e) {
        tasks.add(() -> new Result(job, List.of(), e));
      }
    }
    requireApart(jobs, plans);
    return tasks;
  }

  private static Result result(SplitJob job, Callable<List<WrittenPart>> work) {
    try {
      return new Result(job, work.call(), null);
    } catch (Exception e) {
      return new Result(job, List.of(), e);
    }
  }

  /// Maps the input again, which was closed when all were planned, and writes the outputs.
  private static List<WrittenPart> writeMapped(JobOutputs outputs) throws IOException {
    try (MappedFile _ = outputs.input().reopen()) {
      return outputs.write();
    }
  }

  /// Checks that no two jobs have an output in common, and that none would replace an input, also
  /// one that will not be split.
  private static void requireApart(List<SplitJob> jobs, List<JobOutputs> plans) {
    Map<Object, Path> readers = new HashMap<>();
    for (SplitJob job : jobs) {
      MappedFile.key(job.input()).ifPresent(file -> readers.put(file, job.input()));
    }
    Map<Path, Path> writers = new HashMap<>();
    for (JobOutputs plan : plans) {
      Path input = plan.input().path();
      for (Path output : plan.paths()) {
        Path other = writers.put(FileNames.realPath(output), input);
        Path read = MappedFile.key(output).map(readers::get).orElse(null);
        if (other != null || read != null) {
          throw new IllegalArgumentException(
              other != null
                  ? "%s and %s would both be written to %s; split them to folders of their own"
                      .formatted(other, input, output)
                  : "a part of %s would replace %s, which is to be split itself; write to another folder"
                      .formatted(input, read));
        }
      }
    }
  }
}

package io.cleave.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Splits many files, several at once within one bound of memory. A file that fails does not stop
/// the others.
///
/// First every input's description is read, so that outputs that would clash are known before
/// anything is written. Files are opened when their turn comes and closed after it: thousands need
/// no more descriptors and mappings than two.
///
/// An immutable value, safe for use by many threads.
public final class SplitBatch {
  /// With less, a job's windows would be too small to be worth a thread.
  private static final long LEAST_MEMORY = 32L << 20;

  private final FileSplit split;
  private final Progress progress;
  private final long memory;

  /// @param split how one file is split; its own bound of memory and listener are not used
  /// @param memory the bytes that all jobs use together, besides what the splitter uses itself
  /// @param progress hears of all jobs
  public SplitBatch(FileSplit split, long memory, Progress progress) {
    this.split = split;
    this.memory = memory;
    this.progress = progress;
  }

  /// Splits all files.
  ///
  /// @return what became of each, in the order of the jobs
  /// @throws IllegalArgumentException if two jobs would write the same file, or one would write
  ///   what another one reads or was to read, however they are linked; nothing has been written
  /// @throws IOException if the caller was interrupted
  public List<JobOutcome> run(List<SplitJob> jobs) throws IOException {
    int threads =
        Math.clamp(memory / LEAST_MEMORY, 1, Math.max(1, Math.min(jobs.size(), processors())));
    FileSplit each = split.within(memory / threads).reportingTo(new Share(progress));
    List<Task> tasks = tasks(jobs, each);
    try (ExecutorService workers = Executors.newFixedThreadPool(threads, SplitBatch::thread)) {
      List<Future<JobOutcome>> running = tasks.stream().map(workers::submit).toList();
      try {
        return outcomes(running);
      } catch (IOException | RuntimeException | Error e) {
        workers.shutdownNow();
        throw e;
      }
    }
  }

  private static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  private static Thread thread(Runnable work) {
    return new Thread(work, "cleave-file");
  }

  @FunctionalInterface
  private interface Task extends Callable<JobOutcome> {}

  private List<Task> tasks(List<SplitJob> jobs, FileSplit each) {
    OutputNames names = new OutputNames(jobs.stream().map(SplitJob::input).toList());
    List<Task> tasks = new ArrayList<>(jobs.size());
    for (SplitJob job : jobs) {
      try {
        FileSplit.Preview preview = each.preview(job);
        names.claim(job.input(), preview.files());
        progress.expect(preview.bytes());
        tasks.add(() -> outcome(each, job));
      } catch (IOException | RuntimeException e) {
        tasks.add(() -> new JobOutcome(job, List.of(), e));
      }
    }
    names.requireNoClash();
    return tasks;
  }

  private static JobOutcome outcome(FileSplit split, SplitJob job) {
    try {
      return new JobOutcome(job, split.write(job), null);
    } catch (IOException | RuntimeException e) {
      return new JobOutcome(job, List.of(), e);
    }
  }

  private static List<JobOutcome> outcomes(List<Future<JobOutcome>> running) throws IOException {
    List<JobOutcome> outcomes = new ArrayList<>(running.size());
    for (Future<JobOutcome> job : running) {
      try {
        outcomes.add(job.get());
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
    return outcomes;
  }

  /// What one of several jobs reports: how much there is to do was known before it began.
  private record Share(Progress all) implements Progress {
    @Override
    public void expect(long bytes) {}

    @Override
    public void advance(long bytes) {
      all.advance(bytes);
    }
  }
}

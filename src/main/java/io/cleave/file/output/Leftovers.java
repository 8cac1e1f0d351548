package io.cleave.file.output;

import io.cleave.file.tensor.Excerpt;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes what runs have left in a folder that were killed outright. A file is theirs if it has a
/// hidden name of a run that has a lock in the folder, but does not hold it, and belongs to the
/// lock's owner: so nothing of a run that is alive is touched, nor what has no name of ours, nor
/// what another user would have us remove. What cannot be removed stays for the next.
final class Leftovers {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  /// Listing that many took 0.3 ms, as long as writing two small files.
  private static final int LARGE = 1000;

  private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

  /// The large folder that was listed last; null before there is one.
  private static @Nullable Listed large;

  private final Path folder;

  private Leftovers(Path folder) {
    this.folder = folder;
  }

  /// A folder that was listed.
  ///
  /// @param time when that was
  private record Listed(Path folder, long time) {
    boolean isRecent(Path other, long now) {
      return folder.equals(other) && now - time < PAUSE;
    }
  }

  /// Looks through a folder. One with many files only once a second, for there may be as many runs
  /// that write to it.
  static void removeFrom(Path folder) {
    // One at a time in this process, as one that is refused a lock would take it from the other.
    synchronized (Leftovers.class) {
      if (large != null && large.isRecent(folder, System.nanoTime())) {
        return;
      }
      try {
        new Leftovers(folder).remove();
      } catch (IOException e) {
        LOG.debug("{} cannot be listed: {}", folder, e.toString());
      }
    }
  }

  private void remove() throws IOException {
    LeftLock.closeEnded();
    List<Path> hidden = hidden();
    Map<String, Map<Path, HiddenName>> runs = ofRuns(hidden);
    for (Path lock : hidden) {
      Optional<String> run = HiddenName.runOfLock(lock);
      if (run.isPresent() && !LiveRun.isOwn(run.get()) && isFile(lock)) {
        removeIfDead(lock, run.get(), runs.getOrDefault(run.get(), Map.of()));
      }
    }
  }

  /// The files of each run. Each name is looked at once: another user may have put as many locks
  /// here as files.
  private static Map<String, Map<Path, HiddenName>> ofRuns(List<Path> hidden) {
    Map<String, Map<Path, HiddenName>> runs = new HashMap<>();
    for (Path file : hidden) {
      HiddenName.parse(file)
          .ifPresent(
              name -> runs.computeIfAbsent(name.run(), _ -> new LinkedHashMap<>()).put(file, name));
    }
    return runs;
  }

  /// Or opening it could last for ever, as that of a pipe does, or lock a file elsewhere.
  private static boolean isFile(Path lock) {
    return Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS);
  }

  private List<Path> hidden() throws IOException {
    List<Path> hidden = new ArrayList<>();
    int all = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        all++;
        if (HiddenName.isHidden(entry)) {
          hidden.add(entry);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    if (all > LARGE) {
      large = new Listed(folder, System.nanoTime());
    }
    return hidden;
  }

  private void removeIfDead(Path lock, String run, Map<Path, HiddenName> files) {
    try (LeftLock left = LeftLock.open(lock, run)) {
      if (left.isDead()) {
        Optional<UserPrincipal> owner = owner(lock);
        for (Map.Entry<Path, HiddenName> file : files.entrySet()) {
          if (owner(file.getKey()).equals(owner)) {
            remove(file.getKey(), file.getValue());
          }
        }
        Files.deleteIfExists(lock);
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("what {} stands for stays: {}", lock, e.toString());
    }
  }

  /// Empty where files have none.
  private static Optional<UserPrincipal> owner(Path file) throws IOException {
    try {
      return Optional.of(Files.getOwner(file, LinkOption.NOFOLLOW_LINKS));
    } catch (UnsupportedOperationException _) {
      return Optional.empty();
    }
  }

  private void remove(Path file, HiddenName name) throws IOException {
    Path target = folder.resolve(name.target());
    if (name.kind() == HiddenName.Kind.FORMER && !Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      putBack(file, target);
    } else {
      Files.deleteIfExists(file);
      LOG.debug("{} was left by a run that was killed, and is deleted", file);
    }
  }

  /// Where files cannot have two names, there is a moment in which what is replaced has the hidden
  /// one alone.
  private static void putBack(Path file, Path target) throws IOException {
    try {
      Files.move(file, target);
      LOG.warn(
          "{} is there again, which a run that was killed was about to replace",
          Excerpt.of(target));
    } catch (FileAlreadyExistsException _) {
      Files.deleteIfExists(file);
    }
  }
}

package io.cleave.choice;

import io.cleave.backend.Device;
import io.cleave.backend.OpenClException;
import io.cleave.backend.Splitter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells of challengers that fail, at WARN, once for all that fail together: where a device is
/// gone, each of its routes says so for each plan.
///
/// Safe for use by many threads.
final class Complaints {
  private static final Logger LOG = LoggerFactory.getLogger(RacingSplitter.class);

  private final Set<String> origins = ConcurrentHashMap.newKeySet();

  /// One has failed, and another does its work.
  void tell(Candidate challenger, Throwable failure, Candidate other) {
    if (origins.add(challenger.origin())) {
      LOG.warn("{} failed: {}; {} goes on", challenger.name(), reason(failure), other.name());
    } else {
      LOG.debug("{} failed: {}", challenger.name(), reason(failure));
    }
  }

  /// Closes what gives everything back even if it fails. Where plain Java is expected, nobody has
  /// asked for the device that fails then.
  void close(Runnable release, Splitter expected) {
    try {
      release.run();
    } catch (OpenClException e) {
      if (expected.device().kind() != Device.Kind.JAVA) {
        throw e;
      }
      if (origins.isEmpty()) {
        LOG.warn("{}; all that was split is right", reason(e));
      } else {
        LOG.debug("closed with a failure: {}", reason(e));
      }
    }
  }

  /// What went wrong, in words.
  static String reason(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }
}

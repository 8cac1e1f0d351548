package io.cleave.opencl;

import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.BuildException;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Compiles kernels for one session and keeps the most recently used.
///
/// Safe for use by many threads.
final class Programs implements AutoCloseable {
  /// Most plans share their variants; a program takes 1.2 MB in PoCL 3.1, and 2.8 MB in Intel's
  /// driver.
  private static final int KEPT = 64;

  private static final Logger LOG = LoggerFactory.getLogger(Programs.class);

  /// LLVM, which is PoCL's compiler, deletes its temporary files at signals that the JVM raises
  /// itself at safepoints: one build in some hundred fails with this in its log (PoCL 3.1, 8
  /// threads), and works when it is tried again. None does under a preloaded `libjsig.so`.
  private static final String LOST_FILE = "unable to rename temporary";

  private static final int TRIES = 20;

  /// Held while a driver compiles that must not do so twice at once, in whatever session and
  /// through whichever binding, see [DeviceInfo#serialBuilds()].
  private static final Lock BUILDING = new ReentrantLock();

  private final ClSession<?, ?> session;
  private final LeaseCache<KernelVariant, ClKernel> kept = new LeaseCache<>(KEPT, this::build);

  Programs(ClSession<?, ?> session) {
    this.session = session;
  }

  /// The kernel of a variant, compiled now if it is not kept.
  Lease<ClKernel> lease(KernelVariant variant) {
    return kept.lease(variant);
  }

  private ClKernel build(KernelVariant variant) {
    BuildEvent event = new BuildEvent();
    event.begin();
    ClKernel kernel = buildInTheEnd(variant);
    event.end();
    if (event.shouldCommit()) {
      event.device = session.facts().device().name();
      event.kernel = variant.toString();
      event.commit();
    }
    LOG.debug("compiled {} for {}", variant, session.facts().device().name());
    return kernel;
  }

  private ClKernel buildInTheEnd(KernelVariant variant) {
    for (int tries = 1; ; tries++) {
      try {
        return session.facts().serialBuilds() ? buildInTurn(variant) : session.build(variant);
      } catch (BuildException e) {
        if (tries == TRIES || !e.log().contains(LOST_FILE)) {
          throw e;
        }
      }
    }
  }

  private ClKernel buildInTurn(KernelVariant variant) {
    BUILDING.lock();
    try {
      return session.build(variant);
    } finally {
      BUILDING.unlock();
    }
  }

  @Override
  public void close() {
    kept.close();
  }
}

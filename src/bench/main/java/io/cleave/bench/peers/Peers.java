package io.cleave.bench.peers;

import io.cleave.cli.Candidate;
import io.cleave.openvino.runtime.OpenVinoHome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens the other libraries.
public final class Peers {
  private static final Logger LOG = LoggerFactory.getLogger(Peers.class);

  private Peers() {}

  /// Those that work on this machine. A warning in the log names each of the others.
  public static List<Candidate> all() {
    List<Candidate> all = new ArrayList<>();
    open("ONNX Runtime", OnnxRuntimePeer::new).ifPresent(all::add);
    open("PyTorch", PyTorchPeer::new).ifPresent(all::add);
    openCv(Peer.PROCESSORS).ifPresent(all::add);
    open("OpenVINO", () -> new OpenVinoPeer(OpenVinoHome.folder())).ifPresent(all::add);
    return all;
  }

  /// OpenCV, the library for images.
  ///
  /// @param threads the most that it may use
  public static Optional<Candidate> openCv(int threads) {
    return open("OpenCV", () -> new OpenCvPeer(threads));
  }

  /// Cleave and OpenCV on what OpenCV has on an OpenCL device.
  ///
  /// @throws IllegalStateException if OpenCV uses none
  public static List<Candidate> uMats() {
    return UMatWork.all();
  }

  private static Optional<Candidate> open(String name, Supplier<Peer> peer) {
    try {
      return Optional.of(peer.get().candidate());
    } catch (LinkageError | RuntimeException e) {
      // Such as natives that are missing, or need a newer machine.
      LOG.warn("{} is left out: {}", name, rootOf(e).toString());
      return Optional.empty();
    }
  }

  private static Throwable rootOf(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}

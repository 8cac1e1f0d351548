package io.cleave.bench.peers;

import io.cleave.bench.Contender;
import io.cleave.bench.openvino.OpenVinoPeer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Who takes part beside Cleave.
public final class Peers {
  private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private Peers() {}

  /// The peers that work on this machine. For each of the others there is one warning in the log.
  public static List<Contender> present() {
    Map<String, Supplier<Contender>> known = new LinkedHashMap<>();
    known.put("ONNX Runtime", OnnxRuntimePeer::new);
    known.put("TensorFlow", TensorFlowPeer::new);
    known.put("PyTorch", PyTorchPeer::new);
    known.put("OpenCV", () -> new OpenCvPeer(THREADS));
    known.put(
        "OpenVINO", () -> new OpenVinoPeer(Path.of(System.getProperty("bench.openvino", ""))));
    List<Contender> present = new ArrayList<>();
    known.forEach((name, peer) -> open(name, peer, present));
    return List.copyOf(present);
  }

  /// The peer that is made for images, if it works on this machine: on one thread, and on all
  /// processors where there are more.
  public static List<Contender> ofImages() {
    List<Contender> present = new ArrayList<>();
    IntStream.of(1, THREADS)
        .distinct()
        .forEach(threads -> open("OpenCV", () -> new OpenCvPeer(threads), present));
    return List.copyOf(present);
  }

  private static void open(String name, Supplier<Contender> peer, List<Contender> present) {
    try {
      present.add(peer.get());
    } catch (LinkageError | RuntimeException e) {
      // Such as natives that are missing for this machine, or need a newer one.
      LOG.warn("{} takes no part: {}", name, rootOf(e).toString());
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

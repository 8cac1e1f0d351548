package io.cleave.opencl.session;

import java.util.ArrayList;
import java.util.List;
import org.jocl.CL;

/// Prints what is found in a process of its own, twice: nothing may depend on being asked first.
final class DiscoveryProbe {
  /// Uses JOCL before we do, as the program around us might.
  static final String AFTER_A_FAILURE = "after-a-failure";

  /// Asks for what keeps JOCL from being used where its classes are not there.
  static final String WITHOUT_JOCL = "without-jocl";

  private DiscoveryProbe() {}

  static void main(String[] args) {
    if (List.of(args).contains(AFTER_A_FAILURE)) {
      useJocl();
    }
    boolean withoutJocl = List.of(args).contains(WITHOUT_JOCL);
    System.out.println(String.join("\n", withoutJocl ? obstacles() : look()));
    System.out.println(String.join("\n", withoutJocl ? obstacles() : look()));
  }

  private static void useJocl() {
    try {
      CL.clGetPlatformIDs(0, null, new int[1]);
    } catch (LinkageError e) {
      // What the program does about it is its own business.
      System.err.println(e);
    }
  }

  private static List<String> obstacles() {
    return OpenCl.look().obstacles().stream()
        .map(obstacle -> "obstacle " + obstacle)
        .filter(line -> line.startsWith("obstacle jocl"))
        .toList();
  }

  private static List<String> look() {
    DeviceSearch search = DeviceSearch.run(new JoclApi());
    List<String> lines = new ArrayList<>();
    search.devices().forEach(device -> lines.add("device " + device.facts().device()));
    search.obstacles().forEach(obstacle -> lines.add("obstacle " + obstacle));
    return lines;
  }
}

package io.cleave.opencl.session;

import java.util.List;

/// The program of [MissingOpenClTest]: discovers twice, and prints what it found.
final class TwoDiscoveries {
  private TwoDiscoveries() {}

  public static void main(String[] args) {
    for (String which : List.of("first", "second")) {
      DeviceSearch search = DeviceSearch.run(new LwjglApi());
      search.devices().forEach(device -> IO.println(which + " device: " + device));
      search.obstacles().forEach(obstacle -> IO.println(which + " obstacle: " + obstacle));
    }
  }
}

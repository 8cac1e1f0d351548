package io.cleave.opencl.session;

import java.util.List;

/// The program of [MissingOpenClTest]: discovers twice, and prints what it found.
final class TwoDiscoveries {
  private TwoDiscoveries() {}

  public static void main(String[] args) {
    for (String which : List.of("first", "second")) {
      Discovery discovery = new LwjglApi().discover();
      discovery.devices().forEach(device -> IO.println(which + " device: " + device));
      discovery.obstacles().forEach(obstacle -> IO.println(which + " obstacle: " + obstacle));
    }
  }
}

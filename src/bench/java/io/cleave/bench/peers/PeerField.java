package io.cleave.bench.peers;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.bench.Contender;
import io.cleave.bench.Entrant;
import io.cleave.bench.Lineup;
import io.cleave.bench.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Who takes part when peers do.
///
/// @param lineup who there is of this library
record PeerField(Lineup lineup) {
  /// What a device is asked for; the others are what a GPU would get, or the same launches.
  private static final List<RouteName> ROUTES =
      List.of(
          RouteName.AUTO,
          RouteName.COMPILED,
          RouteName.STREAMED,
          RouteName.FUSED,
          RouteName.PER_PART,
          RouteName.BITS);

  /// Drivers that run kernels on the processor without being made for speed.
  private static final List<String> SLOW = List.of("oclgrind", "rusticl", "clover");

  /// On the suite.
  List<Entrant> inSuite() {
    return with(Peers.present(), ours(List.of(Binding.LWJGL, Binding.JOCL), ROUTES));
  }

  /// On many splits; those who choose are opened anew so many times more.
  List<Entrant> inSurvey(int again) {
    List<Entrant> ours = ours(List.of(Binding.LWJGL), ROUTES);
    ours.addAll(Lineup.again(ours, again));
    return with(Peers.present(), ours);
  }

  /// On conversions: plain Java and vectors each on one thread and on all.
  List<Entrant> onConversions() {
    List<Entrant> ours = ours(List.of(Binding.LWJGL), List.of(RouteName.AUTO));
    ours.addAll(lineup.cpu(1));
    return with(Peers.present(), ours);
  }

  /// On images, by those who use one thread.
  List<Entrant> onOneThread() {
    List<Entrant> ours = new ArrayList<>(lineup.cpu(1));
    ours.addFirst(lineup.copy(1));
    return with(Peers.ofImages().stream().filter(PeerField::hasOneThread).toList(), ours);
  }

  /// On images, by those who use all threads.
  List<Entrant> onAllThreads() {
    return with(
        Peers.ofImages().reversed().stream().limit(1).toList(),
        ours(List.of(Binding.LWJGL), List.of(RouteName.AUTO)));
  }

  private static boolean hasOneThread(Contender peer) {
    return peer.label().route().startsWith("1 thread,");
  }

  private List<Entrant> ours(List<Binding> bindings, List<RouteName> routes) {
    List<Entrant> entrants = new ArrayList<>(lineup.copies(PeerField::isFast));
    entrants.add(lineup.usual());
    entrants.addAll(lineup.splitters(PeerField::isFast, bindings, routes));
    return entrants;
  }

  private static List<Entrant> with(List<Contender> peers, List<Entrant> ours) {
    List<Entrant> all = new ArrayList<>(ours);
    peers.forEach(peer -> all.add(new Entrant(Role.PEER, peer)));
    return all;
  }

  private static boolean isFast(Device device) {
    String platform = device.platform().toLowerCase(Locale.ROOT);
    return SLOW.stream().noneMatch(platform::contains);
  }
}

package io.cleave;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Packages and which uses which, as a diagram in Mermaid's words.
///
/// A package and those below it are a family, drawn as one box if it has several. Arrows lead from
/// family to family, and within a family from package to package.
///
/// @param uses each package, by its path below the root, and those that it uses; has no cycles
record PackageDiagram(Map<String, Set<String>> uses) {
  private static final String ROOT = "io.cleave";

  static PackageDiagram of(Iterable<JavaClass> classes) {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass each : classes) {
      Set<String> used = uses.computeIfAbsent(path(each), _ -> new TreeSet<>());
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (isOurs(target) && !path(target).equals(path(each))) {
          used.add(path(target));
        }
      }
    }
    return new PackageDiagram(uses);
  }

  private static boolean isOurs(JavaClass one) {
    return (one.getPackageName() + ".").startsWith(ROOT + ".");
  }

  /// `opencl/route`; that of the root is its name.
  private static String path(JavaClass one) {
    String name = one.getPackageName();
    return name.equals(ROOT) ? ROOT : name.substring(ROOT.length() + 1).replace('.', '/');
  }

  private static String family(String path) {
    return path.split("/", 2)[0];
  }

  /// A flowchart, the same for the same packages.
  String mermaid() {
    Map<String, Set<String>> families = new TreeMap<>();
    for (Map.Entry<String, Set<String>> one : uses.entrySet()) {
      String family = family(one.getKey());
      Set<String> used = families.computeIfAbsent(family, _ -> new TreeSet<>());
      one.getValue().forEach(other -> used.add(family(other)));
      used.remove(family);
    }
    List<String> lines = new ArrayList<>(List.of("flowchart TD"));
    for (String family : families.keySet()) {
      lines.addAll(box(family));
    }
    lines.addAll(arrows(families, "  "));
    return String.join("\n", lines) + "\n";
  }

  private List<String> box(String family) {
    Map<String, Set<String>> members = new TreeMap<>();
    for (Map.Entry<String, Set<String>> one : uses.entrySet()) {
      if (family(one.getKey()).equals(family)) {
        Set<String> within = new TreeSet<>(one.getValue());
        within.removeIf(other -> !family(other).equals(family));
        members.put(one.getKey(), within);
      }
    }
    if (members.size() == 1) {
      return List.of("  %s[\"%s\"]".formatted(id(family), family));
    }
    List<String> lines = new ArrayList<>();
    lines.add("  subgraph %s".formatted(id(family)));
    // Narrower than from left to right, so that the text is larger where the page is narrow.
    lines.add("    direction TB");
    for (String path : members.keySet()) {
      lines.add("    %s[\"%s\"]".formatted(node(path), path.substring(path.indexOf('/') + 1)));
    }
    lines.addAll(arrows(renamed(members), "    "));
    lines.add("  end");
    return lines;
  }

  private static Map<String, Set<String>> renamed(Map<String, Set<String>> members) {
    Map<String, Set<String>> nodes = new TreeMap<>();
    members.forEach(
        (path, used) -> {
          Set<String> targets = nodes.computeIfAbsent(node(path), _ -> new TreeSet<>());
          used.forEach(other -> targets.add(node(other)));
        });
    return nodes;
  }

  /// A family of several is the box; its own package is a node inside.
  private static String node(String path) {
    return path.contains("/") ? id(path) : id(path) + "_";
  }

  private static String id(String path) {
    return path.replaceAll("[/.]", "_");
  }

  private static List<String> arrows(Map<String, Set<String>> uses, String indent) {
    List<String> lines = new ArrayList<>();
    new Reduction(uses)
        .arrows()
        .forEach(
            (from, used) -> used.forEach(to -> lines.add(indent + id(from) + " --> " + id(to))));
    return lines;
  }

  /// Arrows without those that a longer way makes needless.
  ///
  /// @param uses each node and those that it uses; a cycle is refused
  record Reduction(Map<String, Set<String>> uses) {
    Map<String, Set<String>> arrows() {
      Map<String, Set<String>> kept = new TreeMap<>();
      for (Map.Entry<String, Set<String>> one : uses.entrySet()) {
        Set<String> roundabout = new TreeSet<>();
        one.getValue().forEach(other -> reach(other, roundabout));
        if (roundabout.contains(one.getKey())) {
          throw new IllegalStateException(
              "%s and %s use each other, directly or in a circle"
                  .formatted(one.getKey(), one.getValue()));
        }
        Set<String> direct = new TreeSet<>(one.getValue());
        direct.removeAll(roundabout);
        kept.put(one.getKey(), direct);
      }
      return kept;
    }

    private void reach(String from, Set<String> reached) {
      for (String next : uses.getOrDefault(from, Set.of())) {
        if (reached.add(next)) {
          reach(next, reached);
        }
      }
    }
  }
}

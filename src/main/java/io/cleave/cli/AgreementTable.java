package io.cleave.cli;

import io.cleave.agreement.Interrogation;
import io.cleave.agreement.Tally;
import io.cleave.openvino.Difference;
import io.cleave.openvino.Difference.Aspect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How the answers of OpenVINO compare with Cleave's, for people.
record AgreementTable(Interrogation interrogation) {
  private static final String ROW = "%-28s %8s %8s";

  List<String> lines() {
    Tally shapes = interrogation.tallies().get(0);
    Tally data = interrogation.tallies().get(1);
    List<String> lines = new ArrayList<>();
    lines.add(ROW.formatted("", "shapes", "data"));
    lines.add(ROW.formatted("asked", shapes.asked(), data.asked()));
    lines.add(ROW.formatted("answered alike", shapes.agreed(), data.agreed()));
    lines.add(ROW.formatted("refused by both", shapes.refusedByBoth(), data.refusedByBoth()));
    lines.add(ROW.formatted("different as listed", shapes.listed(), data.listed()));
    for (Difference difference : Difference.values()) {
      lines.addAll(line(difference, shapes.differences(), data.differences()));
    }
    lines.add(ROW.formatted("different, not listed", shapes.disagreed(), data.disagreed()));
    if (interrogation.unasked() > 0) {
      lines.add(ROW.formatted("not asked", interrogation.unasked(), "").stripTrailing());
    }
    lines.add("OpenVINO: " + interrogation.summary());
    return lines;
  }

  private static List<String> line(
      Difference difference, Map<Difference, Long> shapes, Map<Difference, Long> data) {
    if (!shapes.containsKey(difference) && !data.containsKey(difference)) {
      return List.of();
    }
    boolean isShape = difference.aspect() == Aspect.SHAPES;
    return List.of(
        ROW.formatted(
                "  " + difference,
                isShape ? shapes.getOrDefault(difference, 0L) : "",
                isShape ? "" : data.getOrDefault(difference, 0L))
            .stripTrailing());
  }
}

package io.cleave.cli;

import io.cleave.backend.Device;
import io.cleave.backend.Route;
import io.cleave.cli.print.Screen;
import io.cleave.cli.print.ShownName;
import io.cleave.draw.PlanPicture;
import io.cleave.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where every byte of one tensor would go, and how a device would do it.
///
/// @param tensor what a file calls the tensor; empty for one that is in no file
/// @param picture the plan
/// @param device the device
/// @param route what it would do
record Explanation(String tensor, PlanPicture picture, Device device, Route route) {
  /// The text for people, and for programs that read lines.
  ///
  /// @param screen the terminal, if there is one: it gets a drawing, too
  /// @param isOneOfSeveral whether the tensor's name must be said
  List<String> lines(Optional<Screen> screen, boolean isOneOfSeveral) {
    List<String> lines = new ArrayList<>();
    if (isOneOfSeveral) {
      lines.add(ShownName.of(tensor) + ":");
    }
    screen.ifPresent(terminal -> lines.addAll(terminal.lines(picture)));
    lines.add(picture.toString());
    lines.add("on " + device);
    lines.add(route.toString());
    return lines;
  }

  JsonObject json() {
    return PlanJson.of(this);
  }
}

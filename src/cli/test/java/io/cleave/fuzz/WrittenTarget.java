package io.cleave.fuzz;

import io.cleave.ir.Model;
import io.cleave.ir.SplitModel;
import io.cleave.ir.TestModel;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Models that are written: the names of data and parts, with a byte of 0 between them. The bytes
/// choose the plan, too. What is written is read as what it was.
///
/// @param folder where the model is written
record WrittenTarget(Path folder) implements FuzzTarget {
  private static final int MOST_PARTS = 40;
  private static final List<ElementType> TYPES =
      Arrays.stream(ElementType.values()).filter(type -> type != ElementType.STRING).toList();

  @Override
  public boolean accepts(byte[] input) throws IOException {
    List<String> names = List.of(new String(input, StandardCharsets.UTF_8).split("\0", -1));
    if (names.size() > MOST_PARTS) {
      return false;
    }
    ByteRandom random = new ByteRandom(input);
    SplitPlan plan = plan(Math.max(1, names.size() - 1), random);
    SplitModel model = SplitModel.of(plan).named(names.getFirst(), names.subList(1, names.size()));
    Model read = Model.read(TestModel.write(folder, model.xml(), model.weights()));
    FuzzTarget.require(read.splits().getFirst().plan().orElseThrow().equals(plan), plan);
    List<String> given = read.inputs().getFirst().names();
    FuzzTarget.require(given.equals(List.of(names.getFirst(), "data")), given);
    List<String> results = read.outputs();
    FuzzTarget.require(results.equals(results(plan, names)), results);
    return true;
  }

  private static SplitPlan plan(int parts, ByteRandom random) {
    int others = random.nextInt(3);
    long[] lengths = random.longs(parts + others, 0, 4).toArray();
    long[] extents = {random.nextInt(4), Arrays.stream(lengths).sum(), random.nextInt(4)};
    ElementType type = TYPES.get(random.nextInt(TYPES.size()));
    SplitPlan plan = SplitPlan.of(Layout.of(type, extents), 1, Cut.byLengths(lengths));
    for (int i = 0; i < others; i++) {
      plan = plan.without(random.nextInt(plan.partCount()));
    }
    return plan;
  }

  private static List<String> results(SplitPlan plan, List<String> names) {
    return plan.parts().stream()
        .map(part -> names.size() == 1 ? "part" + part.index() : names.get(1 + part.index()))
        .toList();
  }
}

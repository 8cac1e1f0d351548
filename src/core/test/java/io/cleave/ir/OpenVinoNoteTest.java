package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.agreement.Difference;
import io.cleave.agreement.OpenVinoRules;
import io.cleave.agreement.RandomOperations;
import io.cleave.operation.SplitOperation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The notes of a listing are the differences that OpenVINO is asked for.
class OpenVinoNoteTest {
  private static final int OPERATIONS = 20_000;
  private static final List<String> NAMES =
      Arrays.stream(OpenVinoNote.values()).map(OpenVinoNote::name).toList();
  private static final Optional<String> PACKED = Optional.of(OpenVinoNote.PACKED_INDICES.name());

  private static Optional<OpenVinoNote> note(SplitOperation operation) {
    try {
      operation.infer();
    } catch (IllegalArgumentException _) {
      return OpenVinoNote.ofWrong(operation);
    }
    return OpenVinoNote.ofRight(operation);
  }

  @Test
  void randomOperationsAreNotedAsTheyDiffer() {
    long seed = Seeds.one();
    RandomOperations random = new RandomOperations(seed);
    Map<String, Integer> noted = new TreeMap<>();
    for (int i = 0; i < OPERATIONS; i++) {
      SplitOperation operation = random.next();
      Optional<String> note = note(operation).map(OpenVinoNote::name);
      Optional<String> difference = Difference.ofShapes(operation).map(Difference::name);
      // Of packed numbers OpenVINO's answer is not always known.
      if (OpenVinoRules.isForeseen(operation) && !note.equals(PACKED)) {
        assertThat(note.isEmpty() || difference.isPresent()).as("%s %s", seed, operation).isTrue();
        assertThat(difference.filter(NAMES::contains).isEmpty() || difference.equals(note))
            .as("%s: %s and not %s for %s", seed, difference, note, operation)
            .isTrue();
      }
      note.ifPresent(name -> noted.merge(name, 1, Integer::sum));
    }
    assertThat(noted.keySet()).as("seed " + seed).hasSizeGreaterThan(2);
  }

  @Test
  void notesAreNamedAsOnThePage() {
    assertThat(Arrays.stream(Difference.values()).map(Difference::name)).containsAll(NAMES);
    assertThat(OpenVinoNote.OUTSIDE_INTERVAL)
        .hasToString("OpenVINO accepts them as long as the extent is not known (outside-interval)");
  }
}

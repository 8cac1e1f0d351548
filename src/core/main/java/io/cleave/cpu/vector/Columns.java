package io.cleave.cpu.vector;

import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// Separation of two to four columns of the same width, such as the channels of pixels: as many
/// vectors as there are columns are loaded at once and hold a vector of each. In each of the loaded
/// ones a column has other lanes, so that they are laid over each other by masks, and one shuffle
/// puts the column in order.
///
/// Vectors of 4, rows `abc` of one byte:
///
/// ```
/// loaded    abca bcab cabc
/// of a      0..1 ..2. .3..
/// laid over 0321
/// in order  0123
/// ```
///
/// With two or four columns they have the same lanes in all vectors; so a further shuffle turns
/// every row but in the first vector, by one lane more in each.
final class Columns {
  private final VectorSpecies<Byte> species;
  private final int count;
  private final int run;

  /// Made when vectors are first used, as the shuffles are.
  private volatile VectorMask<Byte> @Nullable [] masks;

  private volatile VectorShuffle<Byte> @Nullable [] turns;
  private volatile VectorShuffle<Byte> @Nullable [] orders;

  /// @param count 2, 3 or 4
  /// @param run the bytes of a column, a power of two of which a vector has `count` or more
  Columns(VectorSpecies<Byte> species, int count, int run) {
    this.species = species;
    this.count = count;
    this.run = run;
  }

  private VectorMask<Byte> mask(IntPredicate isSet) {
    boolean[] lanes = new boolean[species.length()];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = isSet.test(i);
    }
    return VectorMask.fromArray(species, lanes, 0);
  }

  /// The byte at the same place in another column of the row.
  private int turned(int at, int columns) {
    int row = count * run;
    return at / row * row + Math.floorMod(at + columns * run, row);
  }

  /// Where a byte of a column is, once the vectors lie over each other.
  private int ordered(int at, int column) {
    int inBlock = (at / run * count + column) * run + at % run;
    int vector = inBlock / species.length();
    int lane = inBlock % species.length();
    return count == 3 ? lane : turned(lane, vector);
  }

  /// How many rows a step moves.
  int rows() {
    return species.length() / run;
  }

  /// Where in a step the vector begins that is laid over as second, third or fourth one. Of three,
  /// each has every column one lane before where the one before has it: if a vector of two more
  /// lanes than whole rows has been loaded, they follow the other way round.
  int start(int vector) {
    boolean backwards = count == 3 && rows() % 3 == 2;
    return (backwards ? count - vector : vector) * species.length();
  }

  /// The lanes of a column.
  @SuppressWarnings("unchecked")
  VectorMask<Byte> mask(int column) {
    VectorMask<Byte>[] made = masks;
    if (made == null) {
      made =
          IntStream.range(0, count)
              .mapToObj(i -> mask(lane -> lane / run % count == i))
              .toArray(VectorMask[]::new);
      masks = made;
    }
    return made[column];
  }

  /// What turns the rows of a vector. Three columns need none: a vector does not hold whole rows of
  /// them.
  VectorShuffle<Byte> turn(int vector) {
    VectorShuffle<Byte>[] made = turns;
    if (made == null) {
      made = shuffles((lane, i) -> turned(lane, -i));
      turns = made;
    }
    return made[vector];
  }

  /// What puts a column in order.
  VectorShuffle<Byte> order(int column) {
    VectorShuffle<Byte>[] made = orders;
    if (made == null) {
      made = shuffles(this::ordered);
      orders = made;
    }
    return made[column];
  }

  /// One for each column.
  @SuppressWarnings("unchecked")
  private VectorShuffle<Byte>[] shuffles(IntBinaryOperator from) {
    return IntStream.range(0, count)
        .mapToObj(i -> VectorShuffle.fromOp(species, lane -> from.applyAsInt(lane, i)))
        .toArray(VectorShuffle[]::new);
  }
}

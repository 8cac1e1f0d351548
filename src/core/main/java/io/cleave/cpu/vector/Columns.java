package io.cleave.cpu.vector;

import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

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

  /// The begin of each vector in a step.
  private final int[] starts;

  /// Made by [#prepare].
  private VectorMask<Byte>[] masks;

  private VectorShuffle<Byte>[] turns;
  private VectorShuffle<Byte>[] orders;

  /// @param count 2, 3 or 4
  /// @param run the bytes of a column, a power of two of which a vector has `count` or more
  @SuppressWarnings("unchecked")
  Columns(VectorSpecies<Byte> species, int count, int run) {
    this.species = species;
    this.count = count;
    this.run = run;
    this.masks = (VectorMask<Byte>[]) new VectorMask<?>[count];
    this.turns = (VectorShuffle<Byte>[]) new VectorShuffle<?>[count];
    this.orders = (VectorShuffle<Byte>[]) new VectorShuffle<?>[count];
    // Of three, each vector has every column one lane before where the one before has it. If a
    // vector of two more lanes than whole rows has been loaded, they follow the other way round.
    boolean backwards = count == 3 && rows() % 3 == 2;
    this.starts =
        IntStream.range(0, count)
            .map(i -> (backwards ? count - i : i) * species.length())
            .toArray();
  }

  /// Makes masks and shuffles, which takes as long as moving a MiB. Before a loop on vectors, since
  /// a branch in it that is taken for the first time has it interpreted for seconds.
  @SuppressWarnings("unchecked")
  void prepare() {
    masks =
        IntStream.range(0, count)
            .mapToObj(i -> mask(lane -> lane / run % count == i))
            .toArray(VectorMask[]::new);
    // Three columns are not turned: a vector does not hold whole rows of them.
    turns = count == 3 ? turns : shuffles((lane, i) -> turned(lane, -i));
    orders = shuffles(this::ordered);
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

  /// The place of a column's byte after the vectors are laid over each other.
  private int ordered(int at, int column) {
    int inBlock = (at / run * count + column) * run + at % run;
    int vector = inBlock / species.length();
    int lane = inBlock % species.length();
    return count == 3 ? lane : turned(lane, vector);
  }

  /// The rows of a step.
  int rows() {
    return species.length() / run;
  }

  /// The begin in a step of the vector that is laid over as second, third or fourth one.
  int start(int vector) {
    return starts[vector];
  }

  /// The lanes of a column.
  VectorMask<Byte> mask(int column) {
    return masks[column];
  }

  /// The shuffle that rotates the rows of a vector.
  VectorShuffle<Byte> turn(int vector) {
    return turns[vector];
  }

  /// The shuffle that puts a column in order.
  VectorShuffle<Byte> order(int column) {
    return orders[column];
  }

  /// One for each column.
  @SuppressWarnings("unchecked")
  private VectorShuffle<Byte>[] shuffles(IntBinaryOperator from) {
    return IntStream.range(0, count)
        .mapToObj(i -> VectorShuffle.fromOp(species, lane -> from.applyAsInt(lane, i)))
        .toArray(VectorShuffle[]::new);
  }
}

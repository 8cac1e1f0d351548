package io.cleave.file.output;

import io.cleave.file.stored.Container;
import io.cleave.plan.Geometry;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/// The files of one split while they are written aside.
///
/// Used by one thread at a time.
public final class Outputs {
  private final AsideFiles aside;
  private final List<OutputFile> files;

  /// For each file, the checksums of its tensors; empty where the file needs none.
  private final List<List<CRC32>> checksums = new ArrayList<>();

  /// What was written in pieces.
  private final List<PartRegion> unsummed = new ArrayList<>();

  /// For each file, where the data of its tensors begins.
  private final List<List<Long>> data = new ArrayList<>();

  /// @param aside the same files, in the same order, which stay the caller's to commit and to close
  public Outputs(AsideFiles aside, List<OutputFile> files) {
    this.aside = aside;
    this.files = files;
  }

  /// Creates the files and writes what is known at once.
  public void open() throws IOException {
    for (int file = 0; file < files.size(); file++) {
      Container container = files.get(file).container();
      data.add(container.data());
      checksums.add(container.checksums());
      aside.create(file, container.opening());
    }
  }

  /// The regions of a tensor's parts.
  ///
  /// @param places one for each part of the plan
  public List<PartRegion> regions(SplitPlan plan, List<Place> places) {
    List<PartRegion> regions = new ArrayList<>();
    for (Part part : plan.parts()) {
      regions.add(region(places.get(part.index()), part.bytes()));
    }
    return regions;
  }

  /// The regions of the slices of a stack, in one file. They may be written in any order, and are
  /// read once more where the file has a checksum.
  public List<PartRegion> pieces(SplitPlan plan, Place place) {
    PartRegion whole = region(place, plan.part(0).bytes());
    unsummed.add(whole);
    SplitPlan slices = plan.unstacked();
    List<PartRegion> regions =
        new ArrayList<>(Collections.nCopies(slices.partCount(), whole.pieces(0, 0, 0, 0)));
    Geometry geometry = plan.geometry();
    int last = geometry.levels().size() - 1;
    for (int i = 0; i < geometry.pieces(); i++) {
      regions.set(
          geometry.slice(i),
          whole.pieces(
              geometry.written(geometry.begin(i)),
              slices.part(geometry.slice(i)).bytes(),
              geometry.written(geometry.rows() * geometry.run(i)),
              last < 0 ? 0 : geometry.written(geometry.partStride(last, i))));
    }
    return regions;
  }

  /// The region of one part.
  public PartRegion region(Place place, long bytes) {
    long begin = data.get(place.file()).get(place.member());
    List<CRC32> sums = checksums.get(place.file());
    CRC32 sum = sums.isEmpty() ? null : sums.get(place.member());
    return new PartRegion(aside, place.file(), begin, bytes, sum);
  }

  /// Writes what is known when all data is there.
  public void finish() throws IOException {
    for (PartRegion region : unsummed) {
      region.sum();
    }
    for (int file = 0; file < files.size(); file++) {
      if (!checksums.get(file).isEmpty()) {
        close(file);
      }
    }
  }

  private void close(int file) throws IOException {
    List<Integer> sums = checksums.get(file).stream().map(sum -> (int) sum.getValue()).toList();
    for (Container.Chunk chunk : files.get(file).container().closing(sums)) {
      aside.write(file, chunk.offset(), chunk.bytes());
    }
  }

  /// Writes all files anew, which are complete.
  public void repack(AsideFiles.Repacking way) throws IOException {
    for (int file = 0; file < files.size(); file++) {
      aside.repack(file, way);
    }
  }

  /// The names that the files have until they get their own.
  public List<Path> temporaries() {
    return IntStream.range(0, files.size()).mapToObj(aside::temporary).toList();
  }
}

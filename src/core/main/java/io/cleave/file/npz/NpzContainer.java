package io.cleave.file.npz;

import io.cleave.file.npy.NpyContainer;
import io.cleave.file.stored.Container;
import io.cleave.file.stored.NamedLayout;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/// A `.npz` file: a zip archive whose members are `.npy` files, stored as they are, each with its
/// data at a multiple of 64 bytes.
///
/// The checksums, and so the directory at the end, are known only when the data is there.
public final class NpzContainer implements Container {
  private final List<Member> members;
  private final List<Long> data;
  private final long directory;

  /// @param record without its checksum
  /// @param header the `.npy` header
  /// @param data where the data begins
  private record Member(ZipRecord record, MemorySegment header, long data) {}

  private NpzContainer(List<Member> members, long directory) {
    this.members = members;
    this.data = members.stream().map(Member::data).toList();
    this.directory = directory;
  }

  /// What stands around the data of these tensors.
  ///
  /// @throws IllegalArgumentException if a name is there twice or none that an archive can have, or
  ///   NumPy has neither a type nor bytes that hold it
  public static NpzContainer of(List<NamedLayout> tensors) {
    NamedLayout.requireDistinct(tensors);
    if (tensors.size() > Zip.MAX_MEMBERS) {
      throw new IllegalArgumentException(
          "%s tensors are more than the %s that one .npz file may hold; write fewer to each"
              .formatted(tensors.size(), Zip.MAX_MEMBERS));
    }
    List<Member> members = new ArrayList<>(tensors.size());
    long at = 0;
    for (NamedLayout tensor : tensors) {
      Member member = member(tensor, at);
      members.add(member);
      at = Math.addExact(member.data, tensor.layout().bytes());
    }
    return new NpzContainer(List.copyOf(members), at);
  }

  private static Member member(NamedLayout tensor, long offset) {
    MemorySegment header = MemorySegment.ofArray(NpyContainer.header(tensor.layout()));
    long size = Math.addExact(header.byteSize(), tensor.layout().bytes());
    ZipRecord record = new ZipRecord(MemberName.ofArray(tensor.name()), 0, size, offset);
    return new Member(record, header, offset + record.local().length + header.byteSize());
  }

  @Override
  public List<Long> data() {
    return data;
  }

  @Override
  public List<Chunk> opening() {
    return members.stream()
        .map(member -> new Chunk(member.record.offset(), joined(member)))
        .toList();
  }

  @Override
  public List<CRC32> checksums() {
    return members.stream().map(NpzContainer::checksum).toList();
  }

  private static CRC32 checksum(Member member) {
    CRC32 checksum = new CRC32();
    checksum.update(member.header.asByteBuffer());
    return checksum;
  }

  @Override
  public List<Chunk> closing(List<Integer> crc32) {
    List<Chunk> chunks = new ArrayList<>(members.size() + 1);
    ByteArrayOutputStream tail = new ByteArrayOutputStream();
    for (int i = 0; i < members.size(); i++) {
      ZipRecord summed = members.get(i).record.summed(crc32.get(i));
      chunks.add(new Chunk(summed.offset() + ZipRecord.LOCAL_CRC32, number(summed.crc32())));
      tail.writeBytes(summed.central());
    }
    tail.writeBytes(ZipRecord.end(members.size(), directory, tail.size()));
    chunks.add(new Chunk(directory, MemorySegment.ofArray(tail.toByteArray())));
    return List.copyOf(chunks);
  }

  private static MemorySegment joined(Member member) {
    byte[] local = member.record.local();
    byte[] both = Arrays.copyOf(local, Math.toIntExact(local.length + member.header.byteSize()));
    MemorySegment joined = MemorySegment.ofArray(both);
    joined.asSlice(local.length).copyFrom(member.header);
    return joined;
  }

  private static MemorySegment number(int value) {
    return MemorySegment.ofArray(
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array());
  }
}

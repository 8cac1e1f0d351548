package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Memory and transfers of sessions, through every library.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
abstract class SessionMemoryContract<M, E> extends SessionFixture<M, E> {
  @Test
  void writesAndReadsAtOffsets() {
    M memory = upload(bytes(1, 2, 3, 4, 5, 6, 7, 8));
    finish(session.write(bytes(30, 40), memory, 2, List.of()));
    assertThat(session.size(memory)).isEqualTo(8);
    assertThat(download(memory, 0, 8)).containsExactly(1, 2, 30, 40, 5, 6, 7, 8);
    assertThat(download(memory, 3, 2)).containsExactly(40, 5);
    session.free(memory);
  }

  @Test
  void copiesWithinTheDevice() {
    M from = upload(bytes(1, 2, 3, 4, 5, 6));
    M to = upload(bytes(0, 0, 0, 0, 0));
    finish(copy(from, 2, to, 1, 3, List.of()));
    assertThat(download(to, 0, 5)).containsExactly(0, 3, 4, 5, 0);
    session.free(from);
    session.free(to);
  }

  @Test
  void devicesMemoryIsAsAlignedAsASlice() {
    M memory = session.allocate(100);
    assertThat(session.alignment(memory)).isEqualTo(session.facts().baseAlignment());
    session.free(memory);
  }

  /// Whatever happens to the host memory afterwards, and without any command.
  @Test
  void aConstantHoldsItsContentAtOnce() {
    MemorySegment content = bytes(1, 2, 3, 4, 5);
    M constant = session.constant(content);
    assertThat(session.alignment(constant)).isEqualTo(session.facts().baseAlignment());
    content.fill((byte) 9);
    assertThat(session.size(constant)).isEqualTo(5);
    assertThat(download(constant, 0, 5)).containsExactly(1, 2, 3, 4, 5);
    session.free(constant);
  }

  @Test
  void memoryThatIsThereIsNotNull() {
    M memory = session.allocate(8);
    assertThat(session.isNull(memory)).isFalse();
    session.free(memory);
  }

  @Test
  void adoptedMemoryIsAsAlignedAsItsAddress() {
    long base = session.facts().baseAlignment();
    MemorySegment host = arena.allocate(2 * base, base);
    M aligned = session.adopt(host, true);
    M odd = session.adopt(host.asSlice(4, base), false);
    assertThat(session.alignment(aligned)).isEqualTo(base);
    assertThat(session.alignment(odd)).isEqualTo(4);
    session.free(aligned);
    session.free(odd);
  }

  @Test
  void hostMemoryMustBeNative() {
    M memory = session.allocate(8);
    MemorySegment heap = MemorySegment.ofArray(new byte[8]);
    refused(() -> session.adopt(heap, true), "native");
    refused(() -> session.constant(heap), "native");
    refused(() -> session.write(heap, memory, 0, List.of()), "native");
    refused(() -> session.read(memory, 0, heap, List.of()), "native");
    session.free(memory);
  }

  @Test
  void hostMemoryThatIsWrittenMustNotBeReadOnly() {
    M memory = session.allocate(8);
    MemorySegment constant = arena.allocate(8).asReadOnly();
    refused(() -> session.adopt(constant, true), "read-only");
    refused(() -> session.read(memory, 0, constant, List.of()), "read-only");
    finish(session.write(constant, memory, 0, List.of()));
    session.free(session.adopt(constant, false));
    session.free(memory);
  }

  @Test
  void hostMemoryMustBeAlive() {
    M memory = session.allocate(8);
    MemorySegment dead;
    try (Arena brief = Arena.ofConfined()) {
      dead = brief.allocate(8);
    }
    assertThatIllegalStateException().isThrownBy(() -> session.adopt(dead, true));
    assertThatIllegalStateException().isThrownBy(() -> session.constant(dead));
    assertThatIllegalStateException().isThrownBy(() -> session.write(dead, memory, 0, List.of()));
    assertThatIllegalStateException().isThrownBy(() -> session.read(memory, 0, dead, List.of()));
    session.free(memory);
  }

  @Test
  void memoryHasBytes() {
    fails(() -> session.allocate(0), "clCreateBuffer", "CL_INVALID_BUFFER_SIZE", "0 bytes");
  }

  @Test
  void memoryIsNoLargerThanTheDeviceSays() {
    assumeNo(DriverFault.OVERSIZED_MEMORY);
    long tooMuch = Math.multiplyExact(session.facts().maxAllocation(), 2);
    fails(
        () -> session.allocate(tooMuch),
        "clCreateBuffer",
        "CL_INVALID_BUFFER_SIZE",
        tooMuch + " bytes",
        session.facts().device().name());
  }

  @Test
  void aRefusedTransferNamesItsSizeAndPlace() {
    M memory = session.allocate(8);
    MemorySegment host = bytes(1, 2, 3);
    String status = "CL_INVALID_VALUE";
    fails(
        () -> session.write(host, memory, 7, List.of()),
        "clEnqueueWriteBuffer",
        status,
        "3 bytes",
        "at 7");
    fails(
        () -> session.read(memory, 6, host, List.of()),
        "clEnqueueReadBuffer",
        status,
        "3 bytes",
        "at 6");
    fails(
        () -> copy(memory, 0, memory, 6, 3, List.of()),
        "clEnqueueCopyBuffer",
        status,
        "3 bytes at 0",
        "to 6");
    session.free(memory);
  }
}

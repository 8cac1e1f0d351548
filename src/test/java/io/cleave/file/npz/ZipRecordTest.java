package io.cleave.file.npz;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZipRecordTest {
  @ParameterizedTest
  @CsvSource({
    "65534, 4294967294, 4294967294, false",
    "65535, 2, 3, true",
    "1, 4294967295, 3, true",
    "1, 2, 4294967295, true",
    "70000, 5000000000, 6000000000, true"
  })
  void anEndHasTheRoomThatItsNumbersNeed(long members, long directory, long bytes, boolean large) {
    byte[] end = ZipRecord.end(members, directory, bytes);
    ZipFields fields = new ZipFields(MemorySegment.ofArray(end));
    assertThat(fields.has(0, Zip.END64, Zip.END64_BYTES)).isEqualTo(large);
    long small = large ? Zip.END64_BYTES + Zip.LOCATOR64_BYTES : 0;
    assertThat(fields.has(small, Zip.END, Zip.END_BYTES)).isTrue();
    assertThat(fields.short16(small + 10)).isEqualTo((int) Math.min(members, Zip.MAX_16));
    assertThat(fields.int32(small + 12)).isEqualTo(Math.min(bytes, Zip.MAX_32));
    assertThat(fields.int32(small + 16)).isEqualTo(Math.min(directory, Zip.MAX_32));
    if (large) {
      assertThat(fields.long64(32)).isEqualTo(members);
      assertThat(fields.long64(40)).isEqualTo(bytes);
      assertThat(fields.long64(48)).isEqualTo(directory);
      assertThat(fields.long64(Zip.END64_BYTES + 8)).isEqualTo(directory + bytes);
    }
  }
}

package io.cleave.file.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.TableTest;
import io.cleave.file.MalformedFileException;
import io.cleave.file.Opened;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files put together by hand from the format's specification.
class SafetensorsReaderTest {
  @TempDir Path folder = Path.of("");
  @AutoClose private final Arena arena = Arena.ofConfined();

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("x.safetensors"), bytes);
  }

  @Test
  void readsWhatTheSpecificationSays() throws IOException {
    String header =
        """
        {"b":{"dtype":"F32","shape":[1,2],"data_offsets":[3,11]},\
        "__metadata__":{"format":"pt","a":"\\u00e9"},\
        "a":{"dtype":"I8","shape":[3],"data_offsets":[0,3]},\
        "empty":{"dtype":"F64","shape":[0,7],"data_offsets":[11,11]},\
        "scalar":{"data_offsets":[11,13],"shape":[],"dtype":"BF16"}}    \
        """;
    Path file = write(SafetensorsBytes.file(header, 13));
    Opened read = Opened.open(file, arena);
    assertThat(read.metadata())
        .containsExactly(Map.entry("format", "pt"), Map.entry("a", "\u00e9"));
    assertThat(read.tensors())
        .extracting(StoredTensor::name)
        .containsExactly("b", "a", "empty", "scalar");
    StoredTensor b = read.tensors().getFirst();
    assertThat(b.layout()).isEqualTo(StoredLayout.plain(ElementType.F32, Shape.of(1, 2)));
    assertThat(Written.read(b, 8)).isEqualTo(Arrays.copyOfRange(NpyBytes.data(13), 3, 11));
    assertThat(b.data().offset()).isEqualTo(8 + header.length() + 3);
    assertThat(read.tensors().get(2).data().size()).isZero();
    assertThat(read.tensors().getLast().layout().shape()).isEqualTo(Shape.of());
  }

  @ParameterizedTest
  @CsvSource({
    "BOOL, BOOLEAN, 1", "U8, U8, 1", "I8, I8, 1", "U16, U16, 2", "I16, I16, 2", "U32, U32, 4",
    "I32, I32, 4", "U64, U64, 8", "I64, I64, 8", "F16, F16, 2", "BF16, BF16, 2", "F32, F32, 4",
    "F64, F64, 8", "F8_E4M3, F8E4M3, 1", "F8_E5M2, F8E5M2, 1", "F8_E8M0, F8E8M0, 1"
  })
  void knowsEveryType(String dtype, ElementType type, int bytes) throws IOException {
    assertThat(SafetensorsFormat.name(type)).isEqualTo(dtype);
    Path file = write(SafetensorsBytes.file(tensor(dtype, "[3]", 0, 3 * bytes), 3 * bytes));
    assertThat(Opened.open(file, arena).tensors().getFirst().layout().type()).isEqualTo(type);
  }

  @Test
  void refusesOtherTypesOnlyWhenTheyAreChosen() throws IOException {
    String header =
        """
        {"c":{"dtype":"C64","shape":[1],"data_offsets":[0,8]},\
        "new":{"dtype":"F7_X","shape":[1],"data_offsets":[8,9]},\
        "six":{"dtype":"F6_E2M3","shape":[4],"data_offsets":[9,12]},\
        "good":{"dtype":"F4","shape":[2,3],"data_offsets":[12,15]}}\
        """;
    Path file = write(SafetensorsBytes.file(header, 15));
    Opened read = Opened.open(file, arena);
    assertThat(read.select(List.of("good")).getFirst().layout().type())
        .isEqualTo(ElementType.F4E2M1);
    for (String name : List.of("c", "new", "six")) {
      assertThatExceptionOfType(MalformedFileException.class)
          .isThrownBy(() -> read.select(List.of(name)))
          .withMessageContaining("the tensor '%s' cannot be split: dtype ", name)
          .withMessageContaining("is no element type; ");
    }
  }

  private static String tensor(String dtype, String shape, int begin, int end) {
    return "{\"x\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%s,%s]}}"
        .formatted(dtype, shape, begin, end);
  }

  @TableTest(
      """
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}} | 9 | take 8 bytes of data, and the file has 9
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}} | 7 | take 8 bytes of data, and the file has 7
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[1,9]}} | 9 | begins at byte 1, and what is before it ends at byte 0
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[0,4]}} | 4 | takes 8 bytes, and data_offsets [0, 4] give it 4
      {'x':{'dtype':'F32','shape':[-2],'data_offsets':[0,8]}} | 8 | has the extent -2
      {'x':{'dtype':'F32','shape':[2.0],'data_offsets':[0,8]}} | 8 | expected an integer
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[8,0]}} | 8 | must be two numbers
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[-8,0]}} | 8 | must be two numbers
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[0,8,8]}} | 8 | must be two numbers
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[0,9e9]}} | 8 | expected an integer
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[0,99999999999999999999]}} | 8 | expected an integer from
      {'x':{'dtype':'F32','shape':[4294967296,4294967296],'data_offsets':[0,8]}} | 8 | has more than
      {'x':{'dtype':'F32','shape':[4611686018427387904],'data_offsets':[0,8]}} | 8 | take more than
      {'x':{'dtype':'F4','shape':[3],'data_offsets':[0,2]}} | 2 | does not fill whole bytes
      {'x':{'dtype':'F32','shape':[2]}} | 8 | field 'data_offsets' is missing
      {'x':{'dtype':'U8','shape':[2],'data_offsets':[0,2],'y':1}} | 2 | has 1 fields besides
      {'x':{'dtype':'U8','shape':[2],'data_offsets':[0,2]},'x':{'dtype':'U8','shape':[2],'data_offsets':[2,4]}} | 4 | is there twice
      {'x':{'dtype':'U8','shape':[2],'data_offsets':[0,2]},'y':{'dtype':'U8','shape':[2],'data_offsets':[1,3]}} | 3 | 'y' begins at byte 1, and what is before it ends at byte 2
      {'x':{'dtype':'U8','shape':[2],'data_offsets':[0,2]},'y':{'dtype':'U8','shape':[2],'data_offsets':[3,5]}} | 5 | 'y' begins at byte 3, and what is before it ends at byte 2
      {'__metadata__':{'a':1}} | 0 | expected a string, found the number 1
      {'__metadata__':[]} | 0 | expected an object
      {'x':7} | 0 | expected an object, found the number 7
      {} x | 0 | expected the end of the text
      { | 0 | expected a field name
      [] | 0 | does not begin with '{'
      """)
  void refusesWhatIsMalformed(String header, int data, String problem) throws IOException {
    refuses(
        SafetensorsBytes.file(header.replace('\'', '"'), data),
        problem.replace("'data_offsets'", "\"data_offsets\""));
  }

  @Test
  void refusesALengthThatLies() throws IOException {
    byte[] good = SafetensorsBytes.file(tensor("U8", "[2]", 0, 2), 2);
    refuses(Arrays.copyOf(good, 7), "has 7 bytes and the length of its header takes 8");
    refuses(Arrays.copyOf(good, 20), "bytes, and the file has 12");
    for (long length : new long[] {-1, Long.MIN_VALUE, 100_000_001, Long.MAX_VALUE}) {
      byte[] bad = good.clone();
      ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN).putLong(length);
      refuses(bad, "more than the 100000000 that .safetensors allows");
    }
    byte[] none = good.clone();
    none[0] = 0;
    refuses(none, "does not begin with '{'");
  }

  @Test
  void refusesMoreDimensionsThanAnyoneHas() throws IOException {
    String most = "1,".repeat(63) + "1";
    Path file = write(SafetensorsBytes.file(tensor("U8", "[" + most + "]", 0, 1), 1));
    assertThat(Opened.open(file, arena).tensors().getFirst().layout().shape().rank()).isEqualTo(64);
    refuses(
        SafetensorsBytes.file(tensor("U8", "[1," + most + "]", 0, 1), 1),
        "the shape has 65 dimensions, more than the 64 that are read");
  }

  private void refuses(byte[] bytes, String problem) throws IOException {
    Path file = write(bytes);
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(() -> Opened.open(file, arena))
        .withMessageStartingWith(file + ": ")
        .withMessageContaining(problem);
  }
}

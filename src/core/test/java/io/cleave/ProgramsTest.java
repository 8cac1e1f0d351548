package io.cleave;

import static io.cleave.plan.Cut.intoEqualParts;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.U8;
import static java.lang.foreign.MemorySegment.ofArray;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.file.FileSplit;
import io.cleave.file.Format;
import io.cleave.file.Limits;
import io.cleave.file.MalformedFileException;
import io.cleave.file.TensorFile;
import io.cleave.plan.Conversion;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.DataBufferInt;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs as users write them, and what they may get wrong.
class ProgramsTest {
  private static final double[] MEAN = {.485, .456, .406};
  private static final double[] STD = {.229, .224, .225};

  @TempDir private Path folder = Path.of("");

  private final Splitter splitter = Splitter.open(Device.cpu());

  @AfterEach
  void close() {
    splitter.close();
  }

  private static BufferedImage image(int type) {
    BufferedImage image = new BufferedImage(7, 5, type);
    for (int y = 0; y < 5; y++) {
      for (int x = 0; x < 7; x++) {
        image.setRGB(x, y, 0xFF000000 | (40 * y) << 16 | (30 * x) << 8 | (x + 7 * y));
      }
    }
    return image;
  }

  /// Red, green and blue of a window, normalised.
  private static float[] planes(BufferedImage image, int x, int y, int width, int height) {
    float[] planes = new float[3 * height * width];
    for (int i = 0; i < planes.length; i++) {
      int channel = i / (height * width);
      int rgb = image.getRGB(x + i % width, y + i / width % height);
      float scale = (float) (1 / (255 * STD[channel]));
      float bias = (float) (-MEAN[channel] / STD[channel]);
      planes[i] = Math.fma((float) (rgb >> (16 - 8 * channel) & 0xFF), scale, bias);
    }
    return planes;
  }

  /// Normalised planes of red, green and blue from pixels in the opposite order.
  private static SplitPlan planes(Layout pixels, int channels, int axis) {
    return SplitPlan.of(pixels, -1, intoEqualParts(channels))
        .only(2, 1, 0)
        .converted(Conversion.to(F32).imagenet())
        .stacked(axis);
  }

  private static float[] floats(Tensor tensor) {
    return tensor.data().toArray(ValueLayout.JAVA_FLOAT);
  }

  @Test
  void makesPlanesOfAWindowOfAnImage() {
    BufferedImage image = image(BufferedImage.TYPE_3BYTE_BGR);
    byte[] pixels = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    Layout window = Layout.of(U8, 1, 5, 7, 3).cropped(1, 1, 3).cropped(2, 2, 4);
    Tensor planes =
        splitter.split(planes(window, 3, 1), ofArray(pixels), Arena.ofAuto()).getFirst();
    assertThat(planes.shape().extents()).containsExactly(1, 3, 3, 4);
    assertThat(floats(planes)).containsExactly(planes(image, 2, 1, 4, 3));
  }

  /// No mean for the fourth channel, and none out of order.
  @Test
  void leavesTheFourthChannelOut() {
    BufferedImage image = image(BufferedImage.TYPE_INT_RGB);
    int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    MemorySegment data = Arena.ofAuto().allocate(pixels.length * 4L).copyFrom(ofArray(pixels));
    float[] values = new float[3 * 5 * 7];
    splitter.split(planes(Layout.of(U8, 5, 7, 4), 4, 0), data, ofArray(values));
    assertThat(values).containsExactly(planes(image, 0, 0, 7, 5));
  }

  /// Padded rows, as those of an OpenCV matrix, and a slot of a batch for each image.
  @Test
  void writesImagesIntoTheSlotsOfABatch() {
    int step = 32;
    Tensor batch = Tensor.allocate(F32, Shape.of(2, 3, 5, 7), Arena.ofAuto());
    BufferedImage image = image(BufferedImage.TYPE_3BYTE_BGR);
    byte[] dense = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    byte[] padded = new byte[4 * step + 7 * 3];
    for (int y = 0; y < 5; y++) {
      System.arraycopy(dense, y * 21, padded, y * step, 21);
    }
    Layout pixels = Layout.of(U8, 5, 7, 3).pitched(0, step);
    splitter.split(planes(pixels, 3, 0), ofArray(padded), batch.slice(1).data());
    assertThat(floats(batch.slice(0))).containsOnly(0);
    assertThat(floats(batch.slice(1))).containsExactly(planes(image, 0, 0, 7, 5));
  }

  /// A tensor of a safetensors file into three files.
  @Test
  void splitsATensorOfAFile() throws IOException {
    Path weights = folder.resolve("w.safetensors");
    byte[] numbers = {1, 2, 3, 4, 5, 6};
    Tensor qkv = new Tensor(U8, Shape.of(6, 1), ofArray(numbers));
    TensorFile.write(weights, Map.of("layer.0.qkv.weight", qkv));
    List<Path> files =
        FileSplit.of(
                weights, folder.resolve("parts"), data -> SplitPlan.of(data, 0, intoEqualParts(3)))
            .tensors("layer.0.qkv.weight")
            .names("q", "k", "v")
            .format(Format.SAFETENSORS)
            .write(splitter);
    assertThat(files).hasSize(3);
    try (TensorFile file = TensorFile.open(files.get(1))) {
      assertThat(file.names()).containsExactly("layer.0.qkv.weight");
      Tensor k = file.load("layer.0.qkv.weight", Arena.ofAuto());
      assertThat(k.data().toArray(ValueLayout.JAVA_BYTE)).containsExactly(3, 4);
    }
  }

  /// A file of pixels, which does not say what it holds, into one of planes.
  @Test
  void stacksTheChannelsOfARawFile() throws IOException {
    Path pixels = Files.write(folder.resolve("image.raw"), new byte[] {1, 2, 3, 4, 5, 6});
    FileSplit.of(pixels, folder, data -> SplitPlan.of(data, 1, intoEqualParts(3)).stacked(0))
        .reading(Layout.of(U8, 2, 3))
        .names("planes")
        .write(splitter);
    Layout made = Layout.of(U8, 3, 2);
    try (TensorFile file = TensorFile.openRaw(folder.resolve("image.planes.raw"), made)) {
      Tensor stack = file.load("image.planes", Arena.ofAuto());
      assertThat(stack.data().toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 4, 2, 5, 3, 6);
    }
  }

  @Test
  void filesFailWithIoExceptions() throws IOException {
    Path absent = folder.resolve("absent.npy");
    assertThatThrownBy(() -> TensorFile.open(absent)).isInstanceOf(NoSuchFileException.class);
    Path bad = Files.writeString(folder.resolve("bad.npy"), "no array");
    assertThatThrownBy(() -> TensorFile.open(bad))
        .isInstanceOfSatisfying(
            MalformedFileException.class, e -> assertThat(e.file()).isEqualTo(bad));
    Tensor one = new Tensor(U8, Shape.of(1), ofArray(new byte[1]));
    Path file = folder.resolve("one.npy");
    TensorFile.write(file, Map.of("one", one));
    assertThatThrownBy(() -> TensorFile.write(file, Map.of("one", one)))
        .isInstanceOf(FileAlreadyExistsException.class);
    FileSplit split =
        FileSplit.of(file, folder, data -> SplitPlan.of(data, 0, intoEqualParts(1)))
            .limits(Limits.standard().withHeader(10));
    assertThatThrownBy(() -> split.write(splitter)).isInstanceOf(MalformedFileException.class);
  }
}

package io.cleave.limit;

import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ZipBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Files whose headers are as hungry as a number of bytes allows.
final class HostileInputs {
  /// A tensor of no bytes.
  private static final String EMPTY = "{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}";

  private final Path folder;
  private final int bytes;

  /// @param bytes what each says of itself, or a little less
  HostileInputs(Path folder, int bytes) {
    this.folder = folder;
    this.bytes = bytes;
  }

  /// All of them, by their files' names.
  Map<String, Path> write() throws IOException {
    Map<String, Path> files = new LinkedHashMap<>();
    safetensors(files, "objects", "{\"a\":[", _ -> "{\"\":1},", "1]}");
    safetensors(files, "texts", "{\"__metadata__\":{\"\":\"\"", i -> ",\"" + i + "\":\"\"", "}}");
    safetensors(files, "names", "{\"x\":" + EMPTY, i -> ",\"" + i + "\":" + EMPTY, "}");
    safetensors(files, "wide", "{\"__metadata__\":{\"\":\"", _ -> "\u4e00", "\"}}");
    safetensors(files, "lists", "{\"a\":[", _ -> "[],", "[]]}");
    model(files, "layers", "<layers>", i -> "<layer id=\"" + i + "\" type=\"a\"/>", "</layers>");
    String layer = "<layers><layer id=\"0\" type=\"a\"><output>";
    String end = "</output></layer></layers>";
    model(files, "ports", layer, i -> "<port id=\"" + i + "\"/>", end);
    model(files, "extents", layer, i -> port(i, "<dim>1</dim>".repeat(256)), end);
    model(files, "edges", "<layers/><edges>", HostileInputs::edge, "</edges>");
    model(files, "tensors", layer + "<port id=\"0\" names=\"", _ -> "a,", "\"/>" + end);
    String loop = "<layers><layer id=\"0\" type=\"a\" name=\"" + "n".repeat(bytes / 2) + "\">";
    model(files, "bodies", loop, _ -> "<body/>", "</layer></layers>");
    model(files, "splits", "<layers>", HostileInputs::split, "</layers>");
    String shapes = dataOfManyDimensions("shapes", 4096);
    model(files, "shapes", shapes, i -> variadicSplit(i + 3) + "</layer></layers>", "");
    String parts = dataOfManyDimensions("parts", bytes / 20) + variadicSplit(3) + "<output>";
    model(files, "parts", parts, i -> port(i, ""), end);
    // As many as there are ports, but for those that need none: whatever is known of them is.
    String known = dataOfManyDimensions("known", bytes / 23) + variadicSplit(3) + "<output>";
    model(files, "known", known, i -> port(i, ""), end);
    model(files, "title", "<rt_info a=\"", _ -> "x", "\"/>");
    files.put("members.npz", members());
    return files;
  }

  private static String port(int id, String inside) {
    return "<port id=\"%s\">%s</port>".formatted(id, inside);
  }

  private static String edge(int i) {
    return "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"0\" to-port=\"%s\"/>".formatted(i);
  }

  private static String split(int id) {
    return "<layer id=\"%s\" type=\"Split\"><data num_splits=\"4096\"/></layer>".formatted(id);
  }

  /// Layers of data, of an axis, 1, and of lengths that are all 1, with the file of their values.
  private String dataOfManyDimensions(String name, int lengths) throws IOException {
    byte[] ones = new byte[lengths];
    Arrays.fill(ones, (byte) 1);
    Files.write(folder.resolve(name + ".bin"), ones);
    String data =
        "<layer id=\"0\" type=\"Parameter\"><data element_type=\"u8\" shape=\"1,%s%s\"/>"
            .formatted(lengths, ",1".repeat(254));
    String axis = ones("1", "", 1);
    String counts = ones("2", "" + lengths, lengths);
    String out = "<output><port id=\"0\"/></output></layer>";
    return "<layers>" + String.join(out, data, axis, counts) + out + "</layers>";
  }

  private static String ones(String id, String shape, int size) {
    return "<layer id=\"%s\" type=\"Const\"><data element_type=\"u8\" shape=\"%s\" offset=\"0\" size=\"%s\"/>"
        .formatted(id, shape, size);
  }

  /// Its edges, and then its layer, which stays open.
  private static String variadicSplit(int id) {
    StringBuilder text = new StringBuilder("<edges>");
    StringBuilder inputs = new StringBuilder();
    for (int input = 0; input < 3; input++) {
      text.append(
          "<edge from-layer=\"%s\" from-port=\"0\" to-layer=\"%s\" to-port=\"%s\"/>"
              .formatted(input, id, input));
      inputs.append(port(input, ""));
    }
    return text.append(
            "</edges><layers><layer id=\"%s\" type=\"VariadicSplit\"><input>".formatted(id))
        .append(inputs)
        .append("</input>")
        .toString();
  }

  private void safetensors(
      Map<String, Path> files, String name, String begin, IntFunction<String> item, String end)
      throws IOException {
    byte[] text = text(begin, item, end);
    ByteBuffer file = ByteBuffer.allocate(Long.BYTES + text.length).order(ByteOrder.LITTLE_ENDIAN);
    file.putLong(text.length).put(text);
    put(files, name + ".safetensors", file.array());
  }

  private void model(
      Map<String, Path> files, String name, String begin, IntFunction<String> item, String end)
      throws IOException {
    put(files, name + ".xml", text("<net version=\"11\">" + begin, item, end + "</net>"));
  }

  private byte[] text(String begin, IntFunction<String> item, String end) {
    StringBuilder text = new StringBuilder(begin);
    int width = item.apply(0).getBytes(StandardCharsets.UTF_8).length / item.apply(0).length();
    for (int i = 0; text.length() * width < bytes - 4000; i++) {
      text.append(item.apply(i));
    }
    return text.append(end).toString().getBytes(StandardCharsets.UTF_8);
  }

  private void put(Map<String, Path> files, String name, byte[] content) throws IOException {
    files.put(name, Files.write(folder.resolve(name), content));
  }

  private Path members() {
    byte[] empty = NpyBytes.file(1, NpyBytes.text("|u1", false, 0), new byte[0]);
    Map<String, byte[]> members = new LinkedHashMap<>();
    // Each takes 46 bytes of the directory, its name, and what the JDK adds.
    IntStream.range(0, bytes / 60).forEach(i -> members.put(i + ".npy", empty));
    try {
      return Files.write(folder.resolve("members.npz"), ZipBytes.deflated(members));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.cleave.bench.openvino;

import io.cleave.bench.Closing;
import io.cleave.bench.Run;
import io.cleave.bench.convert.Planes;
import io.cleave.openvino.runtime.OpenVinoObject;
import io.cleave.openvino.runtime.OpenVinoOps;
import io.cleave.openvino.runtime.PreprocessorOps;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// Pixels to planes by OpenVINO's preprocessor, before a model that only takes them: one pass, into
/// a batch `NCHW` that exists before.
final class OpenVinoPlanes implements Run {
  /// The plugin copies an input that begins elsewhere, at every request.
  private static final long ALIGNMENT = 64;

  private static final int F16 = 3;
  private static final int F32 = 4;

  /// All that must be closed, in the order in which it was opened.
  private final List<AutoCloseable> opened = new ArrayList<>();

  private final OpenVinoOps ops;
  private final Planes planes;
  private final MemorySegment batch;
  private final OpenVinoObject request;

  /// @param properties how the plugin shall work
  OpenVinoPlanes(
      OpenVinoOps ops,
      PreprocessorOps preprocessor,
      OpenVinoObject core,
      Map<String, String> properties,
      Planes planes,
      MemorySegment data) {
    this.ops = ops;
    this.planes = planes;
    Arena arena = opened(Arena.ofShared());
    this.batch = arena.allocate(planes.target().bytes(planes.batch().volume()), ALIGNMENT);
    try {
      OpenVinoObject weights = opened(ops.tensor(OpenVinoType.BYTE.code(), new long[1], batch));
      OpenVinoObject model = opened(ops.model(core, text(planes), weights));
      OpenVinoObject whole = opened(preprocessor.before(model, steps(planes)));
      this.request = opened(ops.request(opened(ops.compiled(core, whole, properties))));
      bind(data);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /// Why these planes are not what it is asked for; empty if they are.
  static String refusal(Planes planes) {
    if (!planes.isWhole()) {
      return "OpenVINO's preprocessor drops no channel";
    }
    return planes.source() == ElementType.U8
            && (planes.target() == ElementType.F32 || planes.target() == ElementType.F16)
        ? ""
        : "OpenVINO's preprocessor is asked for f32 and f16 of u8";
  }

  private <T extends AutoCloseable> T opened(T thing) {
    opened.add(thing);
    return thing;
  }

  /// OpenVINO subtracts a mean and divides, where this library multiplies and adds.
  private static PreprocessorOps.Steps steps(Planes planes) {
    List<PreprocessorOps.Channel> channels =
        planes.rules().stream()
            .map(rule -> new PreprocessorOps.Channel(-rule.bias() / rule.scale(), 1 / rule.scale()))
            .toList();
    return new PreprocessorOps.Steps(OpenVinoType.BYTE.code(), F32, channels);
  }

  private static String text(Planes planes) {
    boolean half = planes.target() == ElementType.F16;
    Shape shape = planes.batch();
    String dims =
        LongStream.of(shape.extents())
            .mapToObj("<dim>%s</dim>"::formatted)
            .collect(Collectors.joining());
    return """
    <net name="planes" version="11"><layers>
    <layer id="0" name="planes" type="Parameter" version="opset1">
    <data shape="%s" element_type="%s"/>
    <output><port id="0" precision="%s">%s</port></output></layer>
    <layer id="1" name="result" type="Result" version="opset1">
    <input><port id="0">%4$s</port></input></layer>
    </layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></net>
    """
        .formatted(
            LongStream.of(shape.extents())
                .mapToObj(Long::toString)
                .collect(Collectors.joining(",")),
            half ? "f16" : "f32",
            half ? "FP16" : "FP32",
            dims);
  }

  private void bind(MemorySegment data) {
    long[] pixels = planes.shape().extents();
    ops.bindInput(request, 0, opened(ops.tensor(OpenVinoType.BYTE.code(), pixels, data)));
    int type = planes.target() == ElementType.F16 ? F16 : F32;
    ops.bindOutput(request, 0, opened(ops.tensor(type, planes.batch().extents(), batch)));
  }

  @Override
  public void once() {
    ops.infer(request);
  }

  @Override
  public MemorySegment part(int index) {
    return planes.channel(batch, index);
  }

  @Override
  public void close() {
    Closing.all(opened);
  }
}

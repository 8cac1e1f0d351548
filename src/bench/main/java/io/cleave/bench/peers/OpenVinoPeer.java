package io.cleave.bench.peers;

import io.cleave.bench.Resources;
import io.cleave.cli.Candidate.Prepared;
import io.cleave.ir.SplitModel;
import io.cleave.openvino.runtime.OpenVinoLibrary;
import io.cleave.openvino.runtime.OpenVinoObject;
import io.cleave.openvino.runtime.OpenVinoOps;
import io.cleave.openvino.runtime.PreprocessorOps;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// OpenVINO's CPU plugin, on all processors: a model that is one VariadicSplit or, where values are
/// converted, its preprocessor. Outputs are bound to given memory.
final class OpenVinoPeer extends Peer {
  /// Of two hardware threads of a core, the hint alone would take one. The last one keeps f32 as it
  /// is where the processor calculates with bf16.
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "PERFORMANCE_HINT", "LATENCY",
          "INFERENCE_NUM_THREADS", String.valueOf(PROCESSORS),
          "ENABLE_HYPER_THREADING", "YES",
          "INFERENCE_PRECISION_HINT", "f32");

  private final OpenVinoOps ops;
  private final PreprocessorOps preprocessor;
  private final OpenVinoObject core;

  /// Loads OpenVINO.
  ///
  /// @param folder the unpacked wheel
  OpenVinoPeer(Path folder) {
    super("OpenVINO", "openvino", "%s threads, own outputs".formatted(PROCESSORS));
    OpenVinoLibrary library = OpenVinoLibrary.in(folder);
    this.ops = new OpenVinoOps(library);
    this.preprocessor = new PreprocessorOps(library);
    this.core = ops.core();
  }

  /// It is given segments and takes more than 2 GiB.
  @Override
  String refusal(SplitPlan plan) {
    return plan.conversion().isPresent() || plan.data().type().isSubByte()
        ? super.refusal(plan)
        : "";
  }

  @Override
  String refusal(Planes planes) {
    boolean isAsked =
        planes.isWhole()
            && planes.data().isDense()
            && planes.source() == ElementType.U8
            && (planes.isHalf() || planes.target() == ElementType.F32);
    return isAsked ? "" : "OpenVINO is asked for all channels of whole images of u8, as f32 or f16";
  }

  @Override
  Prepared split(SplitPlan plan, int wanted, MemorySegment data, Resources resources) {
    OpenVinoType type = OpenVinoType.of(plan);
    List<MemorySegment> outputs = outputs(plan, resources);
    SplitModel model =
        SplitModel.of(
            SplitPlan.of(
                Layout.of(type.type(), type.extents(plan.data().shape())),
                plan.axis(),
                Cut.byLengths(plan.lengths())));
    byte[] content = model.weights();
    // The model's constants stay where they are.
    MemorySegment weights =
        resources.allocate(content.length).copyFrom(MemorySegment.ofArray(content));
    OpenVinoObject request = request(model(model.xml(), weights, resources), resources);
    ops.bindInput(request, 0, tensor(type, plan.data().shape(), data, resources));
    for (Part part : plan.parts()) {
      MemorySegment memory = outputs.get(part.index());
      ops.bindOutput(request, part.index(), tensor(type, part.shape(), memory, resources));
    }
    return new Prepared(() -> ops.infer(request), outputs::get, resources::close);
  }

  /// The preprocessor before a model that does nothing: one pass, into a batch `NCHW`.
  @Override
  Prepared planes(Planes planes, MemorySegment data, Resources resources) {
    MemorySegment batch = resources.allocate(planes.bytes());
    // OpenVINO subtracts a mean and divides, where Cleave multiplies and adds.
    List<PreprocessorOps.Channel> channels =
        planes.rules().stream()
            .map(rule -> new PreprocessorOps.Channel(-rule.bias() / rule.scale(), 1 / rule.scale()))
            .toList();
    OpenVinoObject model = model(identity(planes), resources.allocate(0), resources);
    PreprocessorOps.Steps steps =
        new PreprocessorOps.Steps(OpenVinoType.BYTE.code(), OpenVinoType.FLOAT.code(), channels);
    OpenVinoObject request = request(resources.add(preprocessor.before(model, steps)), resources);
    OpenVinoType type = planes.isHalf() ? OpenVinoType.HALF : OpenVinoType.FLOAT;
    ops.bindInput(request, 0, tensor(OpenVinoType.BYTE, planes.shape(), data, resources));
    ops.bindOutput(request, 0, tensor(type, planes.batch(), batch, resources));
    return new Prepared(
        () -> ops.infer(request),
        part -> planes.isStacked() ? batch : planes.channel(batch, part),
        resources::close);
  }

  private OpenVinoObject model(String text, MemorySegment weights, Resources resources) {
    long[] bytes = {weights.byteSize()};
    OpenVinoObject tensor = resources.add(ops.tensor(OpenVinoType.BYTE.code(), bytes, weights));
    return resources.add(ops.model(core, text, tensor));
  }

  private OpenVinoObject request(OpenVinoObject model, Resources resources) {
    return resources.add(ops.request(resources.add(ops.compiled(core, model, PROPERTIES))));
  }

  private OpenVinoObject tensor(
      OpenVinoType type, Shape shape, MemorySegment memory, Resources resources) {
    return resources.add(ops.tensor(type.code(), type.extents(shape), memory));
  }

  private static String identity(Planes planes) {
    long[] extents = planes.batch().extents();
    String dims =
        LongStream.of(extents).mapToObj("<dim>%s</dim>"::formatted).collect(Collectors.joining());
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
            LongStream.of(extents).mapToObj(Long::toString).collect(Collectors.joining(",")),
            planes.isHalf() ? "f16" : "f32",
            planes.isHalf() ? "FP16" : "FP32",
            dims);
  }
}

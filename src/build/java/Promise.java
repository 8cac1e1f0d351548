import java.lang.classfile.AccessFlags;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.RuntimeInvisibleAnnotationsAttribute;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.AccessFlag;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// What users name of the jar for Spark, which is no module: the rest of what is public there is so
/// for Spark and for the packages behind it.
static final Set<String> FOR_SPARK = Set.of("TensorSplit", "SplitJob", "Setting");

/// Writes down what users may rely on: a jar of the exported packages' classes, without code,
/// without what nobody else can call, and without what is marked as experimental. What each build
/// promises is compared with what the last release did.
///
/// @param args the jar to write, and those that are built
void main(String[] args) throws IOException {
  try (var promise = new ZipOutputStream(Files.newOutputStream(Path.of(args[0])))) {
    for (var built : Arrays.asList(args).subList(1, args.length)) {
      try (var jar = FileSystems.newFileSystem(Path.of(built))) {
        writeDown(jar.getPath("/"), promise);
      }
    }
  }
}

void writeDown(Path root, ZipOutputStream promise) throws IOException {
  for (var type : forUsers(root)) {
    var content = Files.readAllBytes(type);
    var model = ClassFile.of().parse(content);
    if (model.flags().has(AccessFlag.PUBLIC) && !mayChange(model)) {
      var entry = new ZipEntry(root.relativize(type).toString());
      entry.setTime(0);
      promise.putNextEntry(entry);
      promise.write(withoutCode(content));
      promise.closeEntry();
    }
  }
}

List<Path> forUsers(Path root) throws IOException {
  var descriptor = root.resolve("module-info.class");
  return Files.exists(descriptor) ? exported(root, descriptor) : forSpark(root);
}

List<Path> exported(Path root, Path descriptor) throws IOException {
  ModuleDescriptor module;
  try (var stream = Files.newInputStream(descriptor)) {
    module = ModuleDescriptor.read(stream);
  }
  var types = new ArrayList<Path>();
  for (var room : new TreeSet<>(module.packages())) {
    if (module.exports().stream().anyMatch(exports -> exports.source().equals(room))) {
      types.addAll(types(root.resolve(room.replace('.', '/'))));
    }
  }
  return types;
}

List<Path> forSpark(Path root) throws IOException {
  var types = types(root.resolve("io/cleave/spark"));
  types.removeIf(type -> !FOR_SPARK.contains(type.getFileName().toString().split("[$.]")[0]));
  return types;
}

List<Path> types(Path room) throws IOException {
  try (var files = Files.list(room)) {
    return files
        .filter(file -> file.toString().endsWith(".class"))
        .sorted()
        .collect(Collectors.toCollection(ArrayList::new));
  }
}

byte[] withoutCode(byte[] bytes) {
  var classes = ClassFile.of(ClassFile.ConstantPoolSharingOption.NEW_POOL);
  ClassTransform visible =
      (builder, element) -> {
        switch (element) {
          case MethodModel method when isHidden(method.flags()) || mayChange(method) -> {}
          case FieldModel field when isHidden(field.flags()) -> {}
          default -> builder.with(element);
        }
      };
  var empty = MethodTransform.dropping(element -> element instanceof CodeModel);
  return classes.transformClass(
      classes.parse(bytes), visible.andThen(ClassTransform.transformingMethods(empty)));
}

boolean mayChange(AttributedElement element) {
  return element
      .findAttribute(Attributes.runtimeInvisibleAnnotations())
      .map(RuntimeInvisibleAnnotationsAttribute::annotations)
      .orElse(List.of())
      .stream()
      .anyMatch(mark -> mark.classSymbol().displayName().equals("Experimental"));
}

boolean isHidden(AccessFlags flags) {
  return !flags.has(AccessFlag.PUBLIC) && !flags.has(AccessFlag.PROTECTED);
}

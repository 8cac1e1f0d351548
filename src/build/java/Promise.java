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
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes down what users may rely on: a jar of the exported packages' classes, without code,
/// without what nobody else can call, and without what is marked as experimental. What each build
/// promises is compared with what the last release did.
///
/// @param args the jar that is built, and the one to write
void main(String[] args) throws IOException {
  try (var built = FileSystems.newFileSystem(Path.of(args[0]));
      var jar = new ZipOutputStream(Files.newOutputStream(Path.of(args[1])))) {
    var root = built.getPath("/");
    for (var type : exported(root)) {
      var content = Files.readAllBytes(type);
      var model = ClassFile.of().parse(content);
      if (model.flags().has(AccessFlag.PUBLIC) && !mayChange(model)) {
        var entry = new ZipEntry(root.relativize(type).toString());
        entry.setTime(0);
        jar.putNextEntry(entry);
        jar.write(withoutCode(content));
        jar.closeEntry();
      }
    }
  }
}

List<Path> exported(Path root) throws IOException {
  ModuleDescriptor module;
  try (var descriptor = Files.newInputStream(root.resolve("module-info.class"))) {
    module = ModuleDescriptor.read(descriptor);
  }
  var types = new ArrayList<Path>();
  for (var room : new TreeSet<>(module.packages())) {
    if (module.exports().stream().anyMatch(exports -> exports.source().equals(room))) {
      try (var files = Files.list(root.resolve(room.replace('.', '/')))) {
        files.filter(file -> file.toString().endsWith(".class")).sorted().forEach(types::add);
      }
    }
  }
  return types;
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

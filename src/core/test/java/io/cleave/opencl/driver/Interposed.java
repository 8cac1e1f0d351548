package io.cleave.opencl.driver;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The classes of one binding once more, or those of the whole program, each call of OpenCL in them
/// turned into one that goes through a [Driver]: their byte code is rewritten while it is loaded,
/// so that what is tested is what is shipped.
public final class Interposed extends ClassLoader {
  private static final ClassDesc DRIVER = ClassDesc.of(Driver.class.getName());

  /// The classes in which the bindings have OpenCL's functions, and the functions.
  private static final Pattern OWNER = Pattern.compile("org/lwjgl/opencl/CL\\d+|org/jocl/CL");

  private static final Pattern FUNCTION = Pattern.compile("n?cl[A-Z]\\w+");

  private final Predicate<String> own;
  private final Driver driver;

  private Interposed(Predicate<String> own, Driver driver) {
    super(Interposed.class.getClassLoader());
    this.own = own;
    this.driver = driver;
  }

  /// Those of a binding.
  ///
  /// @param api has the calls
  static Interposed binding(Class<?> api, Driver driver) {
    return new Interposed(name -> name.startsWith(api.getName()), driver);
  }

  /// A binding whose calls go through a driver: itself, if they do already.
  @SuppressWarnings("unchecked")
  public static <B> B binding(B binding) {
    if (binding.getClass().getClassLoader() instanceof Interposed) {
      return binding;
    }
    try {
      ClassLoader loader = binding(binding.getClass(), new Driver());
      Class<?> rewritten = loader.loadClass(binding.getClass().getName());
      return (B) rewritten.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the binding is made otherwise", e);
    }
  }

  /// The driver through which the calls of an interposed binding go.
  public static Driver driver(Object binding) {
    return ((Interposed) binding.getClass().getClassLoader()).driver();
  }

  /// All, but for those of this package.
  static Interposed program(Driver driver) {
    String outside = Driver.class.getPackageName() + ".";
    return new Interposed(
        name -> name.startsWith("io.cleave.") && !name.startsWith(outside), driver);
  }

  Driver driver() {
    return driver;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!own.test(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try (InputStream original =
        getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (original == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] rewritten = rewritten(original.readAllBytes());
      return defineClass(name, rewritten, 0, rewritten.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private byte[] rewritten(byte[] original) {
    ClassFile tool =
        ClassFile.of(
            ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofClassLoading(getParent()).cached()));
    ClassModel model = tool.parse(original);
    List<DirectMethodHandleDesc> referred = new ArrayList<>();
    ClassDesc self = model.thisClass().asSymbol();
    ClassTransform calls =
        ClassTransform.transformingMethodBodies(
            (code, element) -> rewrite(code, element, self, referred));
    return tool.transformClass(
        model,
        calls.andThen(
            ClassTransform.ofStateful(
                () ->
                    new ClassTransform() {
                      @Override
                      public void accept(ClassBuilder builder, ClassElement element) {
                        builder.with(element);
                      }

                      @Override
                      public void atEnd(ClassBuilder builder) {
                        referred.forEach(function -> addBridge(builder, function));
                      }
                    })));
  }

  private static void rewrite(
      CodeBuilder code,
      CodeElement element,
      ClassDesc self,
      List<DirectMethodHandleDesc> referred) {
    switch (element) {
      case InvokeInstruction call when isFunction(call) ->
          code.invokedynamic(
              through(call.owner().asSymbol(), call.name().stringValue(), call.typeSymbol()));
      case InvokeDynamicInstruction call -> code.invokedynamic(bridged(call, self, referred));
      default -> code.with(element);
    }
  }

  private static boolean isFunction(InvokeInstruction call) {
    return OWNER.matcher(call.owner().asInternalName()).matches()
        && FUNCTION.matcher(call.name().stringValue()).matches();
  }

  private static boolean isFunction(DirectMethodHandleDesc method) {
    String owner = method.owner().descriptorString();
    return OWNER.matcher(owner.substring(1, owner.length() - 1)).matches()
        && FUNCTION.matcher(method.methodName()).matches();
  }

  private static DynamicCallSiteDesc through(ClassDesc owner, String name, MethodTypeDesc type) {
    DirectMethodHandleDesc link =
        ConstantDescs.ofCallsiteBootstrap(
            DRIVER, "link", ConstantDescs.CD_CallSite, ConstantDescs.CD_Class);
    return DynamicCallSiteDesc.of(link, name, type, owner);
  }

  /// A reference to a function becomes one to a method that calls it through the driver.
  private static DynamicCallSiteDesc bridged(
      InvokeDynamicInstruction call, ClassDesc self, List<DirectMethodHandleDesc> referred) {
    ConstantDesc[] arguments = call.bootstrapArgs().toArray(ConstantDesc[]::new);
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i] instanceof DirectMethodHandleDesc method && isFunction(method)) {
        referred.add(method);
        arguments[i] =
            MethodHandleDesc.ofMethod(Kind.STATIC, self, bridge(method), method.invocationType());
      }
    }
    return DynamicCallSiteDesc.of(
        call.bootstrapMethod(), call.name().stringValue(), call.typeSymbol(), arguments);
  }

  private static String bridge(DirectMethodHandleDesc function) {
    return "through$" + function.methodName();
  }

  private static void addBridge(ClassBuilder builder, DirectMethodHandleDesc function) {
    MethodTypeDesc type = function.invocationType();
    builder.withMethodBody(
        bridge(function),
        type,
        ClassFile.ACC_STATIC,
        code -> {
          int slot = 0;
          for (ClassDesc parameter : type.parameterList()) {
            code.loadLocal(TypeKind.from(parameter), slot);
            slot += TypeKind.from(parameter).slotSize();
          }
          code.invokedynamic(through(function.owner(), function.methodName(), type));
          code.return_(TypeKind.from(type.returnType()));
        });
  }
}

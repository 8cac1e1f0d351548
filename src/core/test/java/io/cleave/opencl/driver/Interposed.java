package io.cleave.opencl.driver;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Loads the classes of one binding, or of the whole program, once more, as they are shipped. In
/// place of the library's classes that have OpenCL's functions they see others of the same name,
/// whose functions call a [Driver].
public final class Interposed extends ClassLoader {
  /// The classes in which the bindings have OpenCL's functions.
  private static final Pattern FUNCTIONS =
      Pattern.compile("org\\.lwjgl\\.opencl\\.CL\\d+|org\\.jocl\\.CL");

  private final Predicate<String> own;
  private final Driver driver;

  private Interposed(Predicate<String> own, Driver driver) {
    super(Interposed.class.getClassLoader());
    this.own = own;
    this.driver = driver;
  }

  /// A binding whose calls go through a driver of its own: itself, if they do already.
  @SuppressWarnings("unchecked")
  public static <B> B binding(B binding) {
    if (binding.getClass().getClassLoader() instanceof Interposed) {
      return binding;
    }
    String name = binding.getClass().getName();
    try {
      Class<?> copy = new Interposed(own -> own.startsWith(name), new Driver()).loadClass(name);
      return (B) copy.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the binding has another constructor", e);
    }
  }

  /// The driver through which the calls of an interposed binding go.
  public static Driver driver(Object binding) {
    return ((Interposed) binding.getClass().getClassLoader()).driver();
  }

  /// All classes of the program but those of this package.
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
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      if (FUNCTIONS.matcher(name).matches()) {
        return defined(name, forwarding(super.loadClass(name, resolve)));
      }
      return own.test(name) ? defined(name, shipped(name)) : super.loadClass(name, resolve);
    }
  }

  private Class<?> defined(String name, byte[] content) {
    return defineClass(name, content, 0, content.length);
  }

  private byte[] shipped(String name) throws ClassNotFoundException {
    try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /// A class whose static methods forward to those of the real one, through [Driver#link].
  private static byte[] forwarding(Class<?> real) {
    DynamicCallSiteDesc link =
        DynamicCallSiteDesc.of(
            ConstantDescs.ofCallsiteBootstrap(
                ClassDesc.of(Driver.class.getName()), "link", ConstantDescs.CD_CallSite),
            ConstantDescs.MTD_void);
    return ClassFile.of()
        .build(
            ClassDesc.of(real.getName()),
            builder -> {
              for (Method method : real.getMethods()) {
                if (Modifier.isStatic(method.getModifiers())) {
                  MethodTypeDesc type =
                      MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                          .describeConstable()
                          .orElseThrow();
                  builder.withMethodBody(
                      method.getName(),
                      type,
                      ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                      code -> {
                        int slot = 0;
                        for (ClassDesc parameter : type.parameterList()) {
                          TypeKind kind = TypeKind.from(parameter);
                          code.loadLocal(kind, slot);
                          slot += kind.slotSize();
                        }
                        code.invokedynamic(link.withNameAndType(method.getName(), type));
                        code.return_(TypeKind.from(type.returnType()));
                      });
                }
              }
            });
  }
}

package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Everything that a user of the library can name has a doc comment.
class DocCommentTest {
  private static final Path BASE = Path.of(System.getProperty("cleave.basedir"));

  @Test
  void publicApiHasComments() throws IOException {
    List<String> bare = new ArrayList<>();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var manager = compiler.getStandardFileManager(null, null, null);
        var main = Files.walk(BASE.resolve("src/main/java"));
        var spark = Files.walk(BASE.resolve("src/spark/java"))) {
      var files =
          Stream.concat(main, spark)
              .filter(file -> file.toString().endsWith(".java"))
              .sorted()
              .toList();
      var sources = manager.getJavaFileObjectsFromPaths(files);
      var task = (JavacTask) compiler.getTask(null, manager, null, null, null, sources);
      for (CompilationUnitTree unit : task.parse()) {
        new Finder(DocTrees.instance(task), unit, bare).scan(unit, null);
      }
    }
    assertThat(bare).as("public or protected, but without a doc comment").isEmpty();
  }

  private static final class Finder extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final DocTrees docs;
    private final CompilationUnitTree unit;
    private final List<String> bare;

    Finder(DocTrees docs, CompilationUnitTree unit, List<String> bare) {
      this.docs = docs;
      this.unit = unit;
      this.bare = bare;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
      if (!isApi(tree.getModifiers())) {
        return null;
      }
      need(tree);
      return super.visitClass(tree, null);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void unused) {
      boolean inherits =
          tree.getModifiers().getAnnotations().stream()
              .anyMatch(note -> note.getAnnotationType().toString().equals("Override"));
      // A record's compact constructor is described by the record's own @param lines.
      boolean compact = owner().getKind() == Tree.Kind.RECORD && tree.getReturnType() == null;
      if (isApi(tree.getModifiers()) && !inherits && !compact) {
        need(tree);
      }
      return null;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
      // The components of a record are parsed as its private fields.
      if (isApi(tree.getModifiers())) {
        need(tree);
      }
      return null;
    }

    private boolean isApi(ModifiersTree modifiers) {
      var flags = modifiers.getFlags();
      if (flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED)) {
        return true;
      }
      return owner() instanceof ClassTree type
          && (type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE)
          && !flags.contains(Modifier.PRIVATE);
    }

    private Tree owner() {
      return getCurrentPath().getParentPath().getLeaf();
    }

    private void need(Tree tree) {
      TreePath path = getCurrentPath();
      if (docs.getDocComment(path) == null) {
        var line =
            unit.getLineMap().getLineNumber(docs.getSourcePositions().getStartPosition(unit, tree));
        bare.add(BASE.relativize(Path.of(unit.getSourceFile().toUri())) + ":" + line);
      }
    }
  }
}

package io.cleave.choice;

/// Something that can win a race, as far as races and records know it.
public interface Named {
  /// What it is called in explanations and files: `cpu, 2 threads`.
  String name();

  /// What its speed depends on beside the machine and the JVM: its code, its driver. Figures of
  /// another revision are not believed.
  String revision();
}

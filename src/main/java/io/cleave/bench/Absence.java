package io.cleave.bench;

/// Somebody who did not take part in a heat.
///
/// @param label what it is called
/// @param reason why not
/// @param wrong whether it is for a wrong answer
public record Absence(Label label, String reason, boolean wrong) {}

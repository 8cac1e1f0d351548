package io.cleave.bench;

import io.cleave.plan.SplitPlan;

/// What is split in one heat.
///
/// @param name what reports call it
/// @param why what is special about it, or empty
/// @param plan the split
public record Subject(String name, String why, SplitPlan plan) {}

package io.cleave.tune;

import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.function.Function;

/// The candidates of a [TuningSplitter].
///
/// @param name their name in keys: that of a device, or `host`
/// @param leastBytes plans of less data are not tuned
/// @param baseline carries out what is not tuned, and what a challenger fails to do
/// @param opener opens devices; called once, in the background, before `challengers`
/// @param challengers gives the other candidates for a plan in native memory
/// @param closer closes everything, the baseline too, whatever fails
record Candidates(
    String name,
    long leastBytes,
    Candidate baseline,
    Runnable opener,
    Function<SplitPlan, List<Candidate>> challengers,
    Runnable closer) {}

package io.cleave.tune;

import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.function.Function;

/// The candidates of a [TuningSplitter].
///
/// @param name their name in keys: that of a device, or `host`
/// @param leastBytes plans of less data are not tuned
/// @param baseline the candidate that carries out what is not tuned, and what another fails to do
/// @param opener opens devices; called once, before `others`
/// @param others gives the other candidates for a plan in native memory
/// @param closer closes all candidates, whatever fails
record Candidates(
    String name,
    long leastBytes,
    TuningCandidate baseline,
    Runnable opener,
    Function<SplitPlan, List<TuningCandidate>> others,
    Runnable closer) {}

package io.cleave.spark.query;

import org.apache.spark.QueryContext;
import org.apache.spark.sql.AnalysisException;
import scala.Option;
import scala.Some;
import scala.collection.immutable.Map$;

/// Says no as Spark's own analysis does.
final class Refusal {
  private Refusal() {}

  /// An exception that the compiler need not know of: Spark's methods do not declare it either.
  static RuntimeException of(String message, IllegalArgumentException cause) {
    AnalysisException refusal =
        new AnalysisException(
            message,
            Option.empty(),
            Option.empty(),
            new Some<>(cause),
            Option.empty(),
            Map$.MODULE$.empty(),
            new QueryContext[0]);
    throw Refusal.<RuntimeException>unchecked(refusal);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E unchecked(Throwable refusal) throws E {
    throw (E) refusal;
  }
}

package io.cleave.convert;

import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A number that is an integer times a power of two, as all binary floats are, or no number, or
/// infinite. Exact, but for what [#rounded] says.
///
/// @param sign of zero and of the infinite; 1 or -1
/// @param mantissa never negative; null for what is infinite or no number
/// @param exponent the power of two
/// @param isNaN whether it is no number
record Dyadic(int sign, @Nullable BigInteger mantissa, int exponent, boolean isNaN) {
  static final Dyadic NAN = new Dyadic(1, null, 0, true);

  static Dyadic of(long value) {
    return new Dyadic(value < 0 ? -1 : 1, BigInteger.valueOf(value).abs(), 0, false);
  }

  static Dyadic of(int sign, long mantissa, int exponent) {
    return new Dyadic(sign, BigInteger.valueOf(mantissa), exponent, false);
  }

  static Dyadic infinite(int sign) {
    return new Dyadic(sign, null, 0, false);
  }

  /// A binary float of any format, by its bits.
  static Dyadic ofBits(long bits, int exponentBits, int mantissaBits) {
    int sign = (bits >>> (exponentBits + mantissaBits) & 1) == 0 ? 1 : -1;
    int most = (1 << exponentBits) - 1;
    int exponent = (int) (bits >>> mantissaBits) & most;
    long mantissa = bits & ((1L << mantissaBits) - 1);
    if (exponent == most) {
      return mantissa == 0 ? infinite(sign) : NAN;
    }
    int bias = most / 2;
    return exponent == 0
        ? of(sign, mantissa, 1 - bias - mantissaBits)
        : of(sign, mantissa | 1L << mantissaBits, exponent - bias - mantissaBits);
  }

  static Dyadic of(float value) {
    return ofBits(Float.floatToRawIntBits(value) & 0xFFFF_FFFFL, 8, 23);
  }

  boolean isInfinite() {
    return mantissa == null && !isNaN;
  }

  boolean isZero() {
    return mantissa != null && mantissa.signum() == 0;
  }

  private BigInteger signed() {
    BigInteger whole = Objects.requireNonNull(mantissa);
    return sign < 0 ? whole.negate() : whole;
  }

  Dyadic times(Dyadic other) {
    if (isNaN
        || other.isNaN
        || (isInfinite() && other.isZero())
        || (isZero() && other.isInfinite())) {
      return NAN;
    }
    int product = sign * other.sign;
    return mantissa == null || other.mantissa == null
        ? infinite(product)
        : new Dyadic(product, mantissa.multiply(other.mantissa), exponent + other.exponent, false);
  }

  /// A sum of 0 is positive unless both are negative zeros.
  Dyadic plus(Dyadic other) {
    if (isNaN || other.isNaN || (isInfinite() && other.isInfinite() && sign != other.sign)) {
      return NAN;
    }
    if (isInfinite() || other.isInfinite()) {
      return isInfinite() ? this : other;
    }
    int least = Math.min(exponent, other.exponent);
    BigInteger sum =
        signed().shiftLeft(exponent - least).add(other.signed().shiftLeft(other.exponent - least));
    int signOfZero = isZero() && other.isZero() && sign == other.sign ? sign : 1;
    return new Dyadic(sum.signum() == 0 ? signOfZero : sum.signum(), sum.abs(), least, false);
  }

  Dyadic minus(long other) {
    return plus(of(-other));
  }

  /// The nearest number of a format, of two the even one, as the format's bits; NaNs are the
  /// canonical one.
  long rounded(int exponentBits, int mantissaBits) {
    long infinite = ((1L << exponentBits) - 1) << mantissaBits;
    if (isNaN) {
      return infinite | 1L << (mantissaBits - 1);
    }
    long signBit = sign < 0 ? 1L << (exponentBits + mantissaBits) : 0;
    if (mantissa == null) {
      return signBit | infinite;
    }
    if (mantissa.signum() == 0) {
      return signBit;
    }
    int bias = ((1 << exponentBits) - 1) / 2;
    int quantum = Math.max(mantissa.bitLength() - 1 + exponent, 1 - bias) - mantissaBits;
    BigInteger steps = evenly(quantum - exponent);
    // Where rounding carries, it carries into the exponent.
    BigInteger bits =
        BigInteger.valueOf(quantum - (1 - bias - mantissaBits)).shiftLeft(mantissaBits).add(steps);
    return signBit | bits.min(BigInteger.valueOf(infinite)).longValueExact();
  }

  /// The mantissa divided by a power of two.
  private BigInteger evenly(int shift) {
    BigInteger whole = Objects.requireNonNull(mantissa);
    if (shift <= 0) {
      return whole.shiftLeft(-shift);
    }
    BigInteger quotient = whole.shiftRight(shift);
    int toHalf =
        whole
            .subtract(quotient.shiftLeft(shift))
            .shiftLeft(1)
            .compareTo(BigInteger.ONE.shiftLeft(shift));
    boolean up = toHalf > 0 || (toHalf == 0 && quotient.testBit(0));
    return up ? quotient.add(BigInteger.ONE) : quotient;
  }

  /// The nearest integer, of two the even one, within a range; 0 for what is no number.
  long nearest(long least, long most) {
    if (isNaN) {
      return 0;
    }
    if (mantissa == null) {
      return sign < 0 ? least : most;
    }
    BigInteger magnitude = evenly(-exponent);
    BigInteger value = sign < 0 ? magnitude.negate() : magnitude;
    return value.max(BigInteger.valueOf(least)).min(BigInteger.valueOf(most)).longValueExact();
  }
}

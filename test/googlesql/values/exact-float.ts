/** Floats as exact fractions, for an independent computation of what engines round. */

const POWER = 1074n;

/** Floats are whole numbers of this part of one. */
export const FLOAT_SCALE = 1n << POWER;

/** The float times `FLOAT_SCALE`. */
export function exactFloat(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const [sign, exponent] = [bits.getInt8(0) < 0 ? -1n : 1n, (bits.getUint16(0) >> 4) & 0x7ff];
  const fraction = bits.getBigUint64(0) & 0xfffffffffffffn;
  return exponent === 0
    ? sign * fraction
    : sign * ((fraction | 0x10000000000000n) << BigInt(exponent - 1));
}

/** Exact decimals of the reference: a whole number of billionths, of which 38 digits are a decimal. */

const UNIT = 1_000_000_000n;
const LIMIT = 10n ** 38n;

export class Decimal {
  readonly units: bigint;

  /** Throws where that many billionths are beyond a decimal. */
  constructor(units: bigint) {
    if (units >= LIMIT || units <= -LIMIT)
      throw new Error('a decimal overflows, which is an error');
    this.units = units;
  }

  /** What `<` compares. */
  valueOf(): bigint {
    return this.units;
  }

  /** As an answer has it. */
  toString(): string {
    const size = this.units < 0n ? -this.units : this.units;
    const fraction = String(size % UNIT)
      .padStart(9, '0')
      .replace(/0+$/, '');
    return `${this.units < 0n ? '-' : ''}${size / UNIT}${fraction === '' ? '' : `.${fraction}`}`;
  }

  /** The nearest whole number, halves away from zero. */
  rounded(): bigint {
    return nearest(this.units, UNIT);
  }

  /** With so many digits after the point, halves away from zero; `null` beyond a decimal. */
  roundedTo(digits: number): Decimal | null {
    const unit = UNIT / 10n ** BigInt(digits);
    const units = nearest(this.units, unit) * unit;
    return units >= LIMIT || units <= -LIMIT ? null : new Decimal(units);
  }
}

/** The decimal of a text; `null` where the text is none. */
export function parseDecimal(text: string): Decimal | null {
  const found = /^([+-]?)([0-9]{1,29})(?:\.([0-9]{1,9}))?$/.exec(text);
  if (found === null) return null;
  const [, sign, whole, fraction = ''] = found;
  const units = BigInt(`${whole}${fraction.padEnd(9, '0')}`);
  return new Decimal(sign === '-' ? -units : units);
}

export function decimalOf(whole: bigint): Decimal {
  return new Decimal(whole * UNIT);
}

function nearest(units: bigint, unit: bigint): bigint {
  const half = units < 0n ? -unit / 2n : unit / 2n;
  return (units + half) / unit;
}

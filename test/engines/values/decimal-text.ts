/** Decimals between whole numbers of units and texts: `12.5` is 1,250 units of two digits. */

/** The text without needless zeros. */
export function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Throws on a text that is not a decimal of at most so many digits after the point. */
export function decimalUnits(text: string, scale: number): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (sign === undefined || fraction.length > scale) throw new Error(`no decimal: ${text}`);
  return BigInt(`${sign}${whole}${fraction.padEnd(scale, '0')}`);
}

/** `1 row`, `2 rows`, `10,000 rows`: so every text for people counts things whose plural is regular. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;
}

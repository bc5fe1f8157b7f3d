/** Plain names for columns, whose stored names may be any text. */
import { RESERVED_WORDS } from '../../generator/core/types/reserved-words.ts';

const MOST_CHARACTERS = 128;
const NAME = new RegExp(`^[A-Za-z_][A-Za-z0-9_]{0,${MOST_CHARACTERS - 1}}$`);

/**
 * Maps plain names to the stored names, in their order. A stored name that is plain is kept. In any other name, letters
 * become lower case and lose their accents, and each run of other characters becomes `_`. A name that begins with a
 * digit gets `_` before it; a reserved word gets `_` after it. A name with no characters left becomes `column_` and its
 * position. If a name is taken, in any letter case, a number follows it.
 */
export function plainNames(stored: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const take = (name: string) => {
    taken.add(name.toLowerCase());
    return name;
  };
  const kept = stored.map(name =>
    isPlain(name) && !taken.has(name.toLowerCase()) ? take(name) : null,
  );
  return new Map(
    stored.map((name, index) => {
      const plain = kept[index] ?? take(free(plainOf(name, index + 1), taken));
      return [plain, name] as const;
    }),
  );
}

function isPlain(name: string): boolean {
  return NAME.test(name) && !RESERVED_WORDS.has(name.toLowerCase());
}

function plainOf(name: string, place: number): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '');
  const plain = words.join('_').slice(0, MOST_CHARACTERS - 1);
  if (plain === '') return `column_${place}`;
  if (RESERVED_WORDS.has(plain)) return `${plain}_`;
  return /^[0-9]/.test(plain) ? `_${plain}` : plain;
}

function free(name: string, taken: ReadonlySet<string>, count = 1): string {
  const end = count === 1 ? '' : `_${count}`;
  const candidate = `${name.slice(0, MOST_CHARACTERS - end.length)}${end}`;
  return taken.has(candidate.toLowerCase()) ? free(name, taken, count + 1) : candidate;
}

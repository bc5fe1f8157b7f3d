/** The formats of files, by the endings of their names. */
const ENDINGS = {
  parquet: /\.parquet$/,
  lines: /\.(ndjson|jsonl)(\.gz|\.zst)?$/,
  csv: /\.(csv|tsv)(\.gz|\.zst)?$/,
} as const;

/** `lines`: JSON objects, one a line; `csv`: values with separators between them, their names in the first line. */
export type Format = keyof typeof ENDINGS;

export const ALL_ENDINGS =
  '`.parquet`, `.csv`, `.tsv`, `.ndjson` and `.jsonl`; `.gz` or `.zst` may follow all but the first';

const FORMATS = Object.keys(ENDINGS) as readonly Format[];

/** `null` where the names of the files end otherwise. */
export function formatOf(glob: string): Format | null {
  return FORMATS.find(format => ENDINGS[format].test(glob)) ?? null;
}

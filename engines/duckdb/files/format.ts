/** The formats of files, by the endings of their names. */
const ENDINGS = {
  parquet: /\.parquet$/,
  lines: /\.(ndjson|jsonl)(\.gz|\.zst)?$/,
  csv: /\.(csv|tsv)(\.gz|\.zst)?$/,
} as const;

/** `lines`: JSON objects, one on each line. `csv`: values between separators, with their names in the first line. */
export type FileFormat = keyof typeof ENDINGS;

export const ALL_ENDINGS =
  '`.parquet`, `.csv`, `.tsv`, `.ndjson` and `.jsonl`; `.gz` or `.zst` may follow all but the first';

const FORMATS = Object.keys(ENDINGS) as readonly FileFormat[];

/** `null` for names with any other ending. */
export function findFileFormat(glob: string): FileFormat | null {
  return FORMATS.find(format => ENDINGS[format].test(glob)) ?? null;
}

/** The message of a ClickHouse error, without its code and the statement around it. */
export function saidIn(message: string): string {
  const [line = ''] = message
    .replace(/^(?:(?:Query failed: )?(?:Code: \d+\. )?DB::\w*Exception: )+/, '')
    .split('\n');
  const end = line.search(/[.:]? (Expected one of|[Ii]n scope|While processing|\([A-Z_]{4,}\))/);
  return (end < 0 ? line : line.slice(0, end)).slice(0, 300);
}

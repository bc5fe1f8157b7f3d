/** Paths of values in a row: `metadata.request.host`, `items[0]`. */

export function memberPath(path: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

export function itemPath(path: string, index: number | string): string {
  return `${path}[${index}]`;
}

/** Paths of values in a row: `metadata.request.host`, `items[0]`. */

/** The list, the map or the record that contains a value: its path, and the value's key in it. */
export interface Parent {
  readonly path: string;
  readonly key: string;
}

export function memberPath(path: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

export function itemPath(path: string, index: number | string): string {
  return `${path}[${index}]`;
}

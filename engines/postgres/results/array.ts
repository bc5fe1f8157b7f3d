/** The texts of PostgreSQL's arrays. */

/** The text of an item, or the items of a list where an array has several dimensions. */
export type ArrayItem = string | null | readonly ArrayItem[];

const BY_COMMA = /[{}]|"((?:[^"\\]|\\.)*)"|([^{}",]+)/gs;
const BY_SEMICOLON = /[{}]|"((?:[^"\\]|\\.)*)"|([^{}";]+)/gs;

/** Boxes contain commas. Bounds other than 1 stand before the array: `[0:1]={a,b}`. */
export function arrayItems(text: string, itemType: string): readonly ArrayItem[] {
  const open: ArrayItem[][] = [[]];
  const pattern = itemType === 'box' ? BY_SEMICOLON : BY_COMMA;
  for (const [token, quoted, plain] of text.slice(text.indexOf('{')).matchAll(pattern)) {
    const items = open.at(-1) ?? [];
    if (token === '{') {
      const list: ArrayItem[] = [];
      items.push(list);
      open.push(list);
    } else if (token === '}') open.pop();
    else if (plain !== undefined) items.push(plain === 'NULL' ? null : plain);
    else items.push((quoted ?? '').replace(/\\(.)/gs, '$1'));
  }
  const [whole] = open[0] ?? [];
  if (!Array.isArray(whole)) throw new Error('a text of PostgreSQL is not an array');
  return whole;
}

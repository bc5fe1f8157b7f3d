/** The page's entries in the browser's storage. Without storage the page works until it is closed. */
const KEY = 'quern-key';
const THEME = 'quern-theme';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The key of this tab. */
export function storedKey(): string {
  return read(() => sessionStorage, KEY) ?? '';
}

export function storeKey(key: string): void {
  write(() => sessionStorage, KEY, key === '' ? null : key);
}

export function storedTheme(): Theme {
  const stored = read(() => localStorage, THEME);
  return THEMES.find(theme => theme === stored) ?? 'system';
}

export function storeTheme(theme: Theme): void {
  write(() => localStorage, THEME, theme === 'system' ? null : theme);
}

/** A browser that blocks storage throws at the first access. */
function read(storage: () => Storage, name: string): string | null {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

function write(storage: () => Storage, name: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, value);
  } catch {
    // the page keeps the value until it is closed
  }
}

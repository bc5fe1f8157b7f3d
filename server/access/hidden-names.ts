/** Reads the names of columns and tags to hide, as claims, commands and the key file list them. */
import { canBeHidden } from '../../generator/core/spec/tags.ts';

/** `kind`: neither a text nor a list of texts; `name`: no column and no tag can have one of the names. */
type HiddenNames = readonly string[] | 'kind' | 'name';

/** Reads a text with spaces or commas between names, or a list of names: a name in it may have spaces. */
export function hiddenNames(value: unknown): HiddenNames {
  if (typeof value === 'string') return checked(textNames(value));
  if (!(Array.isArray(value) && value.every(item => typeof item === 'string'))) return 'kind';
  return checked(listedNames(value));
}

/** Returns the names that a list has as items, which may have commas between names. */
export function listedNames(items: readonly string[]): readonly string[] {
  return items.flatMap(item => item.split(',').map(name => name.trim()));
}

/** Returns the names in a text that separates them by spaces or commas. */
export function textNames(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(name => name !== '');
}

/** Whether the value is a list of such names. */
export function areHiddenNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(name => typeof name === 'string' && canBeHidden(name));
}

function checked(names: readonly string[]): HiddenNames {
  return areHiddenNames(names) ? names : 'name';
}

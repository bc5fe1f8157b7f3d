/** The notes of a run that finds nothing to change. */
import { counted } from '../../generator/core/report/words.ts';

export function nothingToDo(files: number): string {
  return `nothing to do: ${counted(files, 'file')} up to date`;
}

export function upToDate(directory: string): string {
  return `\`${directory}\` is up to date`;
}

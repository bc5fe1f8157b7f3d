/** Faults by their finder and their file: each result of a finder replaces its previous one. */
import { type Diagnostic, sortDiagnostics } from '../../generator/core/report/diagnostics.ts';

export class ShownFindings {
  readonly #byFinder = new Map<string, readonly Diagnostic[]>();
  readonly #changed = new Set<string>();

  /** Replaces the faults of `finder`. */
  put(finder: string, found: readonly Diagnostic[]): void {
    const before = this.#byFinder.get(finder) ?? [];
    if (found.length === 0) this.#byFinder.delete(finder);
    else this.#byFinder.set(finder, found);
    for (const { place } of [...before, ...found]) this.#changed.add(place.source.file);
  }

  /** All faults in a file. */
  of(file: string): readonly Diagnostic[] {
    const all = [...this.#byFinder.values()].flat();
    return all.filter(({ place }) => place.source.file === file);
  }

  /** The files that changed since the last call, each with its faults by place, without duplicates. */
  changed(): ReadonlyMap<string, readonly Diagnostic[]> {
    const files = new Map<string, Diagnostic[]>([...this.#changed].map(file => [file, []]));
    this.#changed.clear();
    if (files.size === 0) return files;
    for (const found of this.#byFinder.values())
      for (const one of found) files.get(one.place.source.file)?.push(one);
    return new Map([...files].map(([file, found]) => [file, sortDiagnostics(found)]));
  }
}

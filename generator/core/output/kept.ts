/** The generated files with answers of engines' analysers, for runs without these analysers. */

/** The folders of `generated/` that contain them. */
export const KEPT_FOLDERS = ['googlesql', 'own'] as const;
export type KeptFolder = (typeof KEPT_FOLDERS)[number];

/** The path of the file of an endpoint, in `generated/`. */
export function keptPath(folder: KeptFolder, endpoint: string): string {
  return `${folder}/${endpoint}.json`;
}

/**
 * Called before each piece of long work: `done` of its `all` pieces are finished. `doing` names the work for people, such as
 * `printing statements`.
 */
export type OnProgress = (doing: string, done: number, all: number) => void;

/** Ignores progress. */
export const unseen: OnProgress = () => {};

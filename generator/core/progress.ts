/**
 * Called before each piece of long work: `done` of its `all` pieces are finished. `doing` names the work in words, such as
 * `printing statements`.
 */
export type OnProgress = (doing: string, done: number, all: number) => void;

/** Shows nothing. */
export const unseen: OnProgress = () => {};

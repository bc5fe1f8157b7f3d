/** The files of the page by their names: a function of the sources and of the versions in the lock. */
export declare function buildExplorer(): Promise<ReadonlyMap<string, string>>;

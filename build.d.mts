/** Builds the package, or these entries, into `folder`, under their paths from `base`. */
export declare function buildCode(
  folder: string,
  options?: { readonly base?: string; readonly entries?: readonly string[] },
): void;

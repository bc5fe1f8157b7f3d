/** The package of the analyst and of tests, by its npm name. */
export const PACKAGES = ['@electric-sql/pglite'] as const;

/** The package of the analyst and of tests, by its npm name. */
export const PGLITE_PACKAGES = ['@electric-sql/pglite'] as const;

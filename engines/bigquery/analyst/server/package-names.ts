/** The npm names of the packages that only the analyst and the embedded engine need. */
export const [ZETASQL, GRPC, LOADER] = [
  '@fivetrandevelopers/zetasql',
  '@grpc/grpc-js',
  '@grpc/proto-loader',
] as const;
export const ZETASQL_PACKAGES = [ZETASQL, GRPC, LOADER] as const;

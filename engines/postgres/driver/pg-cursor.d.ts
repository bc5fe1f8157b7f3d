/** The part of `pg-cursor` that is used here: the package has no types of its own. */
declare module 'pg-cursor' {
  import type { Connection, FieldDef, Submittable } from 'pg';

  interface CursorOptions {
    readonly rowMode: 'array';
    readonly types: { readonly getTypeParser: () => (text: string) => string };
  }

  export default class Cursor<Row> implements Submittable {
    constructor(text: string, values: readonly unknown[], options: CursorOptions);
    submit(connection: Connection): void;
    read(
      rows: number,
      use: (
        cause: Error | undefined | null,
        rows: Row[],
        result: { readonly fields: FieldDef[] },
      ) => void,
    ): void;
    close(): Promise<void>;
  }
}

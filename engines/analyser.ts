/** The contract of the analyser of GoogleSQL, which the engine has that speaks it. */
import type {
  GoogleSqlAnswer,
  GoogleSqlQuestion,
} from '../generator/googlesql/question/question.ts';

export interface Analyser {
  readonly analyse: (
    question: Pick<GoogleSqlQuestion, 'sql' | 'tables' | 'params'> &
      Partial<Pick<GoogleSqlQuestion, 'functions' | 'variables'>>,
  ) => Promise<GoogleSqlAnswer>;
  readonly close: () => Promise<void>;
}

export interface AnalyserOpener {
  /**
   * Starts the analyser. It refuses a statement whose tree has more than `mostBytes`; `null`: there is no limit. Rejects
   * with `NotInstalled` if its packages are neither beside quern nor in `folder`.
   */
  readonly open: (folder: string, mostBytes: number | null) => Promise<Analyser>;
}

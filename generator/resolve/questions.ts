/** The questions that a compilation cannot answer itself, and their answers. The command line puts them to the analysers of engines. */
import type { GoogleSqlAnswer, GoogleSqlQuestion } from '../googlesql/question/question.ts';
import type { OwnAnswer, OwnQuestion } from '../own/question.ts';

export type AnalyserQuestion = GoogleSqlQuestion | OwnQuestion;
export type AnalyserAnswer = GoogleSqlAnswer | OwnAnswer;

/** The known answers, keyed by the hashes of their questions. */
export type Answers = ReadonlyMap<string, AnalyserAnswer>;

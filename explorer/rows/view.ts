/**
 * The explorer's views of an answer: a chart, figures, bars, a log or a table. The page's own style sheet imports the styles, which are in
 * `rows.css`.
 */
export type { Filtering } from './detail/tree.tsx';
export { ResultPanel } from './result.tsx';

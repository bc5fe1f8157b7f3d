/**
 * The explorer's views of an answer: a chart, a heatmap, figures, bars, a log or a table. The page's own style sheet imports the styles, which are in
 * `rows.css`.
 */
export type { Filtering } from './detail/tree.tsx';
export { type Back, ResultPanel } from './result.tsx';

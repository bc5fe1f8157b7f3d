import { MissingPart, usePart } from '../part.tsx';
import type { Panel, Plot } from './panels.ts';
import type { TimeSpan } from './steps.ts';

export interface PanelProps {
  readonly panel: Panel;
  readonly plot: Plot;
  readonly zone: string;
  readonly theme: string;
  readonly group: string;
  readonly height: number;
  readonly onRange: ((span: TimeSpan) => void) | undefined;
  /** The names of the series that are hidden, here and in other panels. */
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
}

/** The library of charts is large, and most pages show rows before they show a chart. */
const loadPanel = () => import('./drawn-panel.tsx');

/** One chart; while its part of the page loads, the room that it needs. */
export function PanelView(props: PanelProps) {
  const part = usePart(loadPanel);
  if (part === 'missing') return <MissingPart />;
  if (part !== 'loading') return <part.DrawnPanel {...props} />;
  return (
    <figure class="panel" aria-busy="true">
      <div class="canvas" style={{ minHeight: `${props.height}px` }} />
    </figure>
  );
}

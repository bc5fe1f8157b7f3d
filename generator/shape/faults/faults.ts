/** Collects the faults of a file: one diagnostic for each fault, at the key or value that is wrong. */
import type { Report } from '../../core/report/diagnostics.ts';
import type { Node } from '../../core/spec/document.ts';
import type { Kind } from '../kind.ts';
import type { Fault } from './fault.ts';
import { isBare, type Misfit, misfitting } from './misfit.ts';
import type { Spot } from './spot.ts';
import { wrongType } from './words.ts';

export interface Faults {
  /** Adds a fault of a value. */
  readonly add: (node: Node, fault: Fault) => void;
  /** Adds that a value is of none of the kinds; `misfit` has the words for a number without a unit. */
  readonly mistyped: (spot: Spot, kinds: readonly Kind[], misfit: Misfit | null) => void;
  /** Notes that a value may also be of the kinds, in place of its own. */
  readonly exchangeable: (spot: Spot, kinds: readonly Kind[]) => void;
  /** Adds a fault of the key of an entry. */
  readonly misnamed: (fault: Fault) => void;
  /** Reports them. Returns whether there are none. */
  readonly finish: (report: Report) => boolean;
}

export function collectFaults(): Faults {
  const added: { readonly node: Node; readonly fault: Fault; readonly isType: boolean }[] = [];
  const mistyped = new Set<Node>();
  // a value of the wrong type also breaks other rules
  const isOwn = ({ node, isType }: (typeof added)[number]) => isType || !mistyped.has(node);
  const namings: Fault[] = [];
  return {
    add: (node, fault) => {
      added.push({ node, fault, isType: false });
    },
    mistyped: (spot, kinds, misfit) => {
      mistyped.add(spot.node);
      const fault = isBare(spot.node, misfit) ? misfitting(spot, misfit) : wrongType(spot, kinds);
      added.push({ node: spot.node, fault, isType: true });
    },
    exchangeable: () => {},
    misnamed: fault => {
      namings.push(fault);
    },
    finish: report => {
      const own = added.filter(isOwn).map(({ fault }) => fault);
      reportOnce([...namings, ...own], report);
      return added.length + namings.length === 0;
    },
  };
}

function reportOnce(faults: readonly Fault[], report: Report): void {
  const said = new Set<string>();
  for (const { code, place, message, hint } of faults) {
    // if two rules both expect another kind of value, the fault of the first one names all kinds
    const saying = `${place.start} ${place.end} ${code} ${code === 'wrong-type' ? '' : message}`;
    if (said.has(saying)) continue;
    said.add(saying);
    report(code, place, message, hint);
  }
}

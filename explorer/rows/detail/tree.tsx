import { useState } from 'preact/hooks';
import { formatJson, formatPlain } from '../data/json-text.ts';
import { itemPath, memberPath, type Parent } from '../data/paths.ts';
import { Icon } from '../icons.tsx';
import { Copy } from './copy.tsx';

/** Returns how to filter by a value at a path; `null` if the endpoint has no filter for it. A column of a row is in no list or record. */
export type Filtering = (
  path: string,
  value: unknown,
  within: Parent | null,
) => (() => void) | null;

interface Props {
  readonly name: string;
  readonly path: string;
  readonly within?: Parent;
  readonly value: unknown;
  readonly depth: number;
  /** For values with a text of their own, such as an instant in a zone. */
  readonly shown?: string | undefined;
  readonly unit?: string | undefined;
  readonly filtering: Filtering | undefined;
}

/** Records are open at first down to this depth. */
const OPEN = 2;
/** The number of items of a long list that are shown at first. */
export const SHOWN_AT_FIRST = 100;

/** A member of a row, with its own members below it, which are only rendered when it opens. */
export function TreeNode(props: Props) {
  const { name, path, within = null, value, depth, shown, unit, filtering } = props;
  const members = membersOf(value);
  const [isOpen, setOpen] = useState(depth < OPEN && members.length > 0 && members.length <= 30);
  const [count, setCount] = useState(SHOWN_AT_FIRST);
  const isLeaf = members.length === 0;
  const filter = filtering?.(path, value, within) ?? null;
  return (
    <li>
      <div class="node">
        {isLeaf ? (
          <span class="node-name" title={path}>
            {name}
          </span>
        ) : (
          <button
            type="button"
            class="node-name"
            aria-expanded={isOpen}
            title={path}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'down' : 'right'} />
            {name}
          </button>
        )}
        <span class={`node-value value-${kindOf(value)}`}>
          {isLeaf ? (shown ?? formatPlain(value)) : !isOpen && formatJson(value, 120)}
          {unit !== undefined && value !== null && <small> {unit}</small>}
        </span>
        <span class="node-actions">
          {filter !== null && (
            <button
              type="button"
              class="mini"
              title="Filter by this"
              aria-label={`Filter by ${path}`}
              onClick={filter}
            >
              <Icon name="filter" />
            </button>
          )}
          <Copy icon="path" label={`Copy the path ${path}`} text={() => path} />
          <Copy icon="copy" label={`Copy the value of ${path}`} text={() => formatPlain(value)} />
        </span>
      </div>
      {isOpen && (
        <ul class="tree">
          {members.slice(0, count).map(([key, member]) => (
            <TreeNode
              key={key}
              name={key}
              path={Array.isArray(value) ? itemPath(path, key) : memberPath(path, key)}
              within={{ path, key }}
              value={member}
              depth={depth + 1}
              filtering={filtering}
            />
          ))}
          {members.length > count && (
            <li>
              <button
                type="button"
                class="small"
                onClick={() => setCount(count + 10 * SHOWN_AT_FIRST)}
              >
                Show more of {members.length}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

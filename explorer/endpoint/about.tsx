/** The facts about an endpoint below its name: when it ends, what it means, its owner. */
import type { VNode } from 'preact';
import { CodeText } from '../rows/code-text.tsx';
import type { ListedEndpoint } from '../service/listing.ts';

interface AboutProps {
  readonly endpoint: ListedEndpoint;
}

/** The end of a deprecated endpoint, with a link to its successor. */
export function End({ endpoint }: AboutProps): VNode | null {
  const { deprecated, replaced_by: successor, sunset } = endpoint;
  if (deprecated === undefined) return null;
  return (
    <p class="end" role="note">
      Deprecated since {deprecated}.
      {successor !== undefined && (
        <>
          {' '}
          Use <a href={`#/${encodeURIComponent(successor)}`}>{successor}</a> instead.
        </>
      )}
      {sunset !== undefined && ` It may be gone from ${sunset} on.`}
    </p>
  );
}

export function About({ endpoint }: AboutProps): VNode | null {
  const { description, aliases, owner, tags } = endpoint;
  const facts = [
    ...(aliases === undefined ? [] : [`Also known as ${aliases.join(', ')}.`]),
    ...(owner === undefined ? [] : [`Owner: ${owner}`]),
    ...(tags === undefined ? [] : [`Tags: ${tags.join(', ')}`]),
  ];
  if (description === null && facts.length === 0) return null;
  return (
    <details class="about">
      <summary>About</summary>
      {description !== null && (
        <p class="text">
          <CodeText text={description.trim()} />
        </p>
      )}
      {facts.map(fact => (
        <p key={fact} class="soft">
          {fact}
        </p>
      ))}
    </details>
  );
}

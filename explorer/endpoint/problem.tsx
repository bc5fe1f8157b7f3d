/** A problem instead of rows. Faults of parameters are also shown at their fields. */
import type { VNode } from 'preact';
import { CodeText } from '../rows/code-text.tsx';
import type { ServiceProblem } from '../service/problem.ts';

export function ProblemNote({ problem }: { readonly problem: ServiceProblem }): VNode {
  const { status, detail, requestId, faults } = problem;
  const isAtFields = faults.size > 0;
  return (
    <div class="problem" role="alert">
      <p>
        {isAtFields ? (
          `The service does not accept ${faults.size === 1 ? 'a value' : `${faults.size} values`} above.`
        ) : (
          <CodeText text={detail} />
        )}
      </p>
      {isAtFields && (
        <ul>
          {[...new Set(faults.values())].map(message => (
            <li key={message}>
              <CodeText text={message} />
            </li>
          ))}
        </ul>
      )}
      <p class="soft">
        {status === 0 ? 'No answer' : `Status ${status}`}
        {requestId !== null && (
          <>
            {' · request '}
            <code>{requestId}</code>
          </>
        )}
      </p>
    </div>
  );
}

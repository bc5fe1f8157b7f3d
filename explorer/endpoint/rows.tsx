import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { type FormDraft, findTimeRange } from '../form/draft.ts';
import { comparedPaths, conditionOn, filteredBy } from '../form/filter-pairs.ts';
import { formatIsoInstant } from '../form/time-range.ts';
import { type Filtering, ResultPanel } from '../rows/view.ts';
import { type Given, isSameRequest, withTexts } from '../service/given.ts';
import { type RowsAnswer, runEndpoint } from '../service/service.ts';
import { listAnswerColumns } from './columns.ts';
import type { EndpointViewProps } from './endpoint.tsx';
import type { Zoom } from './use-zoom.ts';

interface RowsProps extends EndpointViewProps {
  readonly outcome: { readonly asked: Given; readonly answer: RowsAnswer };
  readonly draft: FormDraft;
  readonly onDraft: (draft: FormDraft) => void;
  readonly zoom: Zoom;
}

/** The answer of an endpoint, from which the user may filter, zoom in and follow. */
export function EndpointRows(props: RowsProps): VNode {
  const { endpoint, outcome, draft, onDraft, zoom, apiKey, zone, theme, visit, go } = props;
  const { asked, answer } = outcome;
  const columns = useMemo(
    () => answer.columns ?? listAnswerColumns(endpoint, asked, answer.step),
    [endpoint, asked, answer],
  );
  const range = findTimeRange(endpoint);
  const compared = useMemo(() => comparedPaths(endpoint), [endpoint]);
  const filtering: Filtering = (path, value, within) => {
    const asked = conditionOn(compared, path, value, within);
    const given = asked === null ? null : filteredBy(endpoint, draft.given, asked);
    if (given === null || isSameRequest(given, draft.given)) return null;
    return () => onDraft({ ...draft, given });
  };
  const summary = endpoint.summary;
  return (
    <ResultPanel
      endpoint={{ name: endpoint.name, ...(summary === null ? {} : { summary }) }}
      columns={columns}
      rows={answer.rows}
      zone={zone}
      theme={theme}
      view={visit.place.view ?? undefined}
      onView={view => go({ ...visit.place, view }, 'view')}
      measure={visit.place.measure ?? undefined}
      onMeasure={measure => go({ ...visit.place, measure }, 'view')}
      {...(range?.to == null ? {} : { onRange: zoom.into })}
      back={zoom.back}
      filtering={filtering}
      {...(range === null
        ? {}
        : {
            tail: {
              lowerBound: range.from.name,
              request: async (from: string) => {
                const since = withTexts(asked, range.from.name, [justBefore(from)]);
                const open = withTexts(since, range.to?.name ?? '', []);
                const signal = new AbortController().signal;
                return (await runEndpoint(apiKey, endpoint, open, signal)).rows;
              },
            },
          })}
    />
  );
}

/** Some bounds exclude their own instant. */
function justBefore(instant: string): string {
  return formatIsoInstant(new Date(new Date(instant).getTime() - 1));
}

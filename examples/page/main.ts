/** A page that shows `functions.invocation-stats` as a chart. The key stays in its field: it is neither bundled nor kept. */
import { createClient } from '../../generated/clients/typescript/client.js';
import {
  type FunctionsInvocationStatsParams,
  functionsInvocationStats,
} from '../../generated/clients/typescript/endpoints/functionsInvocationStats.js';
import { type Buckets, clearChart, drawChart } from './chart.ts';

type Interval = NonNullable<FunctionsInvocationStatsParams['interval']>;

/** One for each interval of the client, or this does not compile. */
const INTERVALS: Readonly<Record<Interval, Buckets & { readonly label: string }>> = {
  '5min': { label: '5 minutes', span: 300, step: 1, format: '{HH}:{mm}:{ss}' },
  '15min': { label: '15 minutes', span: 900, step: 60, format: '{HH}:{mm}' },
  '1hr': { label: '1 hour', span: 3_600, step: 60, format: '{HH}:{mm}' },
  '1day': { label: '1 day', span: 86_400, step: 3_600, format: '{HH}:{mm}' },
  '7day': { label: '7 days', span: 604_800, step: 86_400, format: '{D} {MMM}' },
};
const isInterval = (text: string): text is Interval => Object.hasOwn(INTERVALS, text);

const form = element('form');
const select = element('select');
const status = element('output');
const figure = element('figure');

let latest = new AbortController();

async function show(): Promise<void> {
  latest.abort();
  latest = new AbortController();
  const { signal } = latest;
  const fields = new FormData(form);
  const [apiKey, project] = [String(fields.get('key')), String(fields.get('project'))];
  const interval = isInterval(select.value) ? select.value : '1day';
  figure.ariaBusy = 'true';
  try {
    const client = createClient({ baseUrl: '/', apiKey, dates: 'Date' });
    const answer = functionsInvocationStats(client, { project, interval }, { signal });
    const { rows, age } = await answer.withResponse();
    const total = (name: 'count' | 'error_count') =>
      rows.reduce((sum, row) => sum + row[name], 0).toLocaleString('en');
    tell(`Invocations: ${total('count')}, errors: ${total('error_count')}. Times are UTC.`);
    drawChart(figure, rows, INTERVALS[interval], Date.now() / 1_000 - (age ?? 0));
  } catch (error) {
    if (signal.aborted) return;
    tell(error instanceof Error ? error.message : String(error), 'fault');
    clearChart();
  }
  figure.ariaBusy = 'false';
}

function tell(text: string, kind = ''): void {
  status.textContent = text;
  status.className = kind;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
): HTMLElementTagNameMap[Name] {
  const found = document.querySelector(name);
  if (found === null) throw new Error(`the page has no ${name}`);
  return found;
}

for (const [value, { label }] of Object.entries(INTERVALS)) select.add(new Option(label, value));
select.value = '1day';
select.addEventListener('change', () => form.requestSubmit());
form.addEventListener('submit', event => {
  event.preventDefault();
  show();
});

// A key in the address would stay in the history of the browser.
const key = new URLSearchParams(location.hash.slice(1)).get('key');
if (key !== null) {
  element('input').value = key;
  history.replaceState(null, '', location.pathname + location.search);
  form.requestSubmit();
}

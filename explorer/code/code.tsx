/** The tab that shows the request in other languages. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../rows/icons.tsx';
import { MissingPart, usePart } from '../rows/part.tsx';
import type { SampleRequest } from './samples.ts';

/** The writers of all languages. */
const loadSamples = () => import('./samples.ts');

export function CodeTab({ asked }: { readonly asked: SampleRequest }): VNode {
  const [language, setLanguage] = useState('curl');
  const part = usePart(loadSamples);
  if (part === 'missing') return <MissingPart />;
  if (part === 'loading') return <div class="code" aria-busy="true" />;
  const samples = part.writeSamples(asked);
  const shown = samples.find(sample => sample.language === language) ?? samples[0];
  return (
    <div class="code">
      <div class="code-top">
        <fieldset class="choice">
          <legend class="unseen">Language</legend>
          {samples.map(sample => (
            <label key={sample.language}>
              <input
                type="radio"
                name="language"
                checked={sample === shown}
                onChange={() => setLanguage(sample.language)}
              />
              <span>{sample.language}</span>
            </label>
          ))}
        </fieldset>
        {typeof shown?.text === 'string' && <CopyCode text={shown.text} />}
      </div>
      {shown?.text === null ? (
        <p class="soft">A client cannot take one of the values above. Correct it first.</p>
      ) : (
        <pre class="sample">{shown?.text}</pre>
      )}
    </div>
  );
}

/** How long the button shows that it has copied, in milliseconds. */
const SAID = 1_500;

export function CopyCode({
  text,
  label = 'Copy',
}: {
  readonly text: string;
  readonly label?: string;
}): VNode {
  const [said, setSaid] = useState('');
  const copy = () => {
    const say = (word: string) => {
      setSaid(word);
      setTimeout(() => setSaid(''), SAID);
    };
    navigator.clipboard.writeText(text).then(
      () => say('Copied'),
      () => say('Not copied'),
    );
  };
  return (
    <button type="button" class="plain" onClick={copy}>
      <Icon name="copy" />
      <span role="status">{said === '' ? label : said}</span>
    </button>
  );
}

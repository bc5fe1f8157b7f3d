/** The top of the page: the name of the service, the key, and the theme. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { CodeText } from '../rows/code-text.tsx';
import { Icon, type IconName } from '../rows/icons.tsx';
import { THEMES, type Theme } from './stored.ts';
import type { ThemeChoice } from './use-theme.ts';

export interface HeaderProps {
  readonly title: string;
  readonly asksKey: boolean;
  readonly apiKey: string;
  readonly onKey: (key: string) => void;
  readonly hasReference: boolean;
  readonly theme: ThemeChoice;
  /** On narrow screens, a button opens the list of endpoints, if there are any. */
  readonly hasMenu: boolean;
  readonly isOpen: boolean;
  readonly onMenu: () => void;
}

const ICON_OF: Readonly<Record<Theme, IconName>> = {
  system: 'screen',
  light: 'sun',
  dark: 'moon',
};

/** The first letter or digit of a title; empty if it has none. */
export function initialOf(title: string): string {
  return /[\p{L}\p{N}]/u.exec(title)?.[0].toUpperCase() ?? '';
}

export function Header(props: HeaderProps): VNode {
  const { title, asksKey, apiKey, onKey, hasReference, theme, hasMenu, isOpen, onMenu } = props;
  return (
    <header class="top">
      {hasMenu && (
        <button
          type="button"
          class="plain menu-button"
          aria-expanded={isOpen}
          aria-controls="endpoints"
          aria-label="Endpoints"
          onClick={onMenu}
        >
          <Icon name="menu" />
        </button>
      )}
      <a class="title" href="#/">
        <span class="mark" aria-hidden="true">
          {initialOf(title)}
        </span>
        {title}
      </a>
      <span class="space" />
      {hasReference && (
        <a class="reference" href="./docs">
          Reference
        </a>
      )}
      {asksKey && apiKey !== '' && <ChangeKey onKey={onKey} />}
      <fieldset class="themes">
        <legend class="unseen">Theme</legend>
        {THEMES.map(each => (
          <label key={each} title={`Theme: ${each}`}>
            <input
              type="radio"
              name="theme"
              checked={theme.chosen === each}
              onChange={() => theme.choose(each)}
            />
            <Icon name={ICON_OF[each]} />
            <span class="unseen">{each}</span>
          </label>
        ))}
      </fieldset>
    </header>
  );
}

function ChangeKey({ onKey }: Pick<HeaderProps, 'onKey'>): VNode {
  return (
    <button type="button" class="plain" onClick={() => onKey('')}>
      <Icon name="key" />
      <span>Change key</span>
    </button>
  );
}

/** Asks for the key; `fault` is the reason why the last key was refused. */
export function KeyForm({
  onKey,
  fault,
}: Pick<HeaderProps, 'onKey'> & { readonly fault: string | null }): VNode {
  const [text, setText] = useState('');
  return (
    <form
      class="key-form"
      onSubmit={event => {
        event.preventDefault();
        if (text.trim() !== '') onKey(text.trim());
      }}
    >
      <h1>Open with a key</h1>
      <p class="soft">
        The key decides which endpoints you may run. It stays in this tab and is only sent to this
        service.
      </p>
      <label class="field" for="key">
        <span class="name">Key</span>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="qk_…"
          value={text}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : 'key-fault'}
          onInput={event => setText(event.currentTarget.value)}
        />
      </label>
      {fault !== null && (
        <p class="fault" id="key-fault" role="alert">
          <CodeText text={fault} />
        </p>
      )}
      <button type="submit" class="primary">
        Open
      </button>
    </form>
  );
}

/** Drawings of one colour, which say nothing that no text says. */
import type { ComponentChildren, VNode } from 'preact';

function icon(children: ComponentChildren): VNode {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const ICONS = {
  sun: () =>
    icon(
      <path d="M8 10.7a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM8 1.3v1.4m0 10.6v1.4M3.3 3.3l1 1m7.4 7.4 1 1M1.3 8h1.4m10.6 0h1.4M3.3 12.7l1-1m7.4-7.4 1-1" />,
    ),
  moon: () => icon(<path d="M13.7 9.6A6 6 0 0 1 6.4 2.3a6 6 0 1 0 7.3 7.3Z" />),
  screen: () => icon(<path d="M2 2.7h12v8H2zM5.7 13.7h4.6M8 10.7v3" />),
  lock: () => icon(<path d="M3.7 7.3h8.6v6H3.7zM5.3 7.3V5a2.7 2.7 0 0 1 5.4 0v2.3" />),
  key: () =>
    icon(
      <path d="M5.3 13.3a2.7 2.7 0 1 0 0-5.3 2.7 2.7 0 0 0 0 5.3Zm2-4.6 5.4-5.4m-2 2 1.6 1.6" />,
    ),
  close: () => icon(<path d="m4 4 8 8m0-8-8 8" />),
  plus: () => icon(<path d="M8 3.3v9.4M3.3 8h9.4" />),
  menu: () => icon(<path d="M2 4h12M2 8h12M2 12h12" />),
  copy: () => icon(<path d="M5.7 5.7h7.6v7.6H5.7zM2.7 10.3V2.7h7.6" />),
  clock: () => icon(<path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.7V8l2.2 1.5" />),
} as const;

/** A text of the service or of an author; parts between backticks are shown as code. */
import { Fragment, h, type VNode } from 'preact';

export function CodeText({ text }: { readonly text: string }): VNode {
  const parts = text.split('`');
  // an unpaired backtick is shown unchanged
  if (parts.length % 2 === 0) return <>{text}</>;
  const shown = parts.map((part, at) => (at % 2 === 0 ? part : h('code', null, part)));
  return h(Fragment, null, ...shown);
}

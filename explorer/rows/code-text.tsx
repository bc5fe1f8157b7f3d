/** A text of the service or of an author, with parts between backticks shown as code. */
import { Fragment, h, type VNode } from 'preact';

export function CodeText({ text }: { readonly text: string }): VNode {
  const parts = text.split('`');
  // a single backtick is shown as it is
  if (parts.length % 2 === 0) return <>{text}</>;
  const shown = parts.map((part, at) => (at % 2 === 0 ? part : h('code', null, part)));
  return h(Fragment, null, ...shown);
}

/** The file of one endpoint: its parameters, its rows, and the method that runs it. */
import type { ManifestEndpoint } from '../../../core/output/manifest.ts';
import { describeEnd } from '../../../core/plan/life.ts';
import { describeBounds } from '../../facts/bounds.ts';
import { hasOpenRows } from '../../facts/columns.ts';
import { type Code, code, joinCode } from '../../text/writer.ts';
import { claimingWithin, type EndpointNames } from './names.ts';
import { paramsOf } from './params.ts';
import { declareRows } from './rows.ts';
import type { GoDeclaration } from './struct.ts';
import { comment, identifier, literal } from './text.ts';

/** Everything that an endpoint declares. The names depend on no other endpoint. */
export function declaredOf(
  endpoint: ManifestEndpoint,
  names: EndpointNames,
): readonly GoDeclaration[] {
  const claim = claimingWithin(names);
  return [
    ...paramsOf(endpoint.params, names, claim),
    ...declareRows(endpoint, names, claim),
    methodOf(endpoint, names),
    ...(hasOpenRows(endpoint) ? [openOf(endpoint, names)] : []),
    ...(endpoint.pages === undefined ? [] : [pagesOf(endpoint, names)]),
  ];
}

/** Returns a whole file except its last newline. */
export function endpointFile(declared: readonly GoDeclaration[], packageName: Code): Code {
  const imports = [...new Set(['context', ...declared.flatMap(({ imports }) => imports)])].sort();
  return code`
    package ${packageName}

    import (
    	${imports.map(literal)}
    )

    ${joinCode(
      declared.map(one => one.code()),
      '\n\n',
    )}
  `;
}

/** Declares the method for all pages. Its name counts for collisions, because another endpoint's own method might have it. */
function pagesOf(
  { name }: ManifestEndpoint,
  { method, params, row }: EndpointNames,
): GoDeclaration {
  const all = `${method}Pages`;
  const about = `${all} answers the rows of all pages of [Client.${method}].`;
  const answer = identifier(row);
  return {
    names: [`Client.${all}`],
    imports: [],
    code: () => code`
      ${comment(about)}
      func (c *Client) ${identifier(all)}(ctx context.Context, params ${identifier(params)}, opts ...Option) *Pages[${answer}] {
      	return pagesOf[${answer}](ctx, c, ${literal(name)}, params.query(), opts)
      }
    `,
  };
}

/** Declares a function, because Go's methods have no type parameters. */
function openOf(
  { name }: ManifestEndpoint,
  { method, prefix, params }: EndpointNames,
): GoDeclaration {
  const typed = `${prefix}As`;
  const about = `${typed} is [Client.${method}] with rows of a type of the caller's own, by the rules of Go's JSON decoder.`;
  return {
    names: [typed],
    imports: [],
    code: () => code`
      ${comment(about)}
      func ${identifier(typed)}[Row any](ctx context.Context, c *Client, params ${identifier(params)}, opts ...Option) (*Response[Row], error) {
      	return runOpen[Row](ctx, c, ${literal(name)}, params.query(), opts)
      }
    `,
  };
}

function methodOf(
  endpoint: ManifestEndpoint,
  { method, params, row }: EndpointNames,
): GoDeclaration {
  const { name, summary, description } = endpoint;
  const about = `${method} answers the rows of ${name}.`;
  const end = describeEnd(endpoint);
  // a paragraph that Go's tools recognise
  const deprecated = end === null ? null : `Deprecated: ${end}`;
  const runner = hasOpenRows(endpoint) ? code`runOpen` : code`run`;
  const answer = identifier(row);
  return {
    names: [`Client.${method}`],
    imports: [],
    code: () => code`
      ${comment(about, summary, description, describeBounds(endpoint), deprecated)}
      func (c *Client) ${identifier(method)}(ctx context.Context, params ${identifier(params)}, opts ...Option) (*Response[${answer}], error) {
      	return ${runner}[${answer}](ctx, c, ${literal(name)}, params.query(), opts)
      }
    `,
  };
}

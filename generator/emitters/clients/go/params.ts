/** The parameters of an endpoint: a struct, the types of its enums, and the code that writes them into the query. */
import type { ManifestParam } from '../../../core/output/manifest.ts';
import { counted, sentences } from '../../../core/report/words.ts';
import { type FactWords, factsOf } from '../../facts/facts.ts';
import { type Code, code, joinCode } from '../../text/writer.ts';
import { enumNames } from './enums.ts';
import { type ClaimName, claiming, type EndpointNames, exported } from './names.ts';
import { type GoDeclaration, printStruct, type StructLine } from './struct.ts';
import { aligned, comment, identifier, literal } from './text.ts';
import { GO_PARAM_TYPES, importsOf } from './types.ts';

/** Declares the struct of a method's parameters, and everything that belongs to it. */
export function paramsOf(
  params: readonly ManifestParam[],
  names: EndpointNames,
  claim: ClaimName,
): readonly GoDeclaration[] {
  const fieldName = claiming();
  const fields = params.map(param => fieldOf(param, names, fieldName, claim));
  const about = `${names.params} are the parameters of [Client.${names.method}].`;
  const type = identifier(names.params);
  const query = () => code`
    func (p ${type}) query() query {
    	q := query{}
    	${fields.map(({ put }) => put)}
    	return q
    }
  `;
  return [
    {
      names: [names.params],
      code: () =>
        printStruct(
          comment(about),
          type,
          fields.map(({ line }) => line()),
        ),
      imports: fields.flatMap(f => f.imports),
    },
    ...fields.flatMap(({ enumeration }) => (enumeration === null ? [] : [enumeration])),
    { names: [], code: query, imports: [] },
  ];
}

interface ParamField {
  readonly line: () => StructLine;
  readonly put: Code;
  readonly enumeration: GoDeclaration | null;
  readonly imports: readonly string[];
}

function fieldOf(
  param: ManifestParam,
  names: EndpointNames,
  fieldName: ClaimName,
  claim: ClaimName,
): ParamField {
  const name = identifier(fieldName(exported(param.name)));
  const line = (type: Code) => () => {
    return {
      said: comment(
        param.description,
        sentences(...factsOf(param, wordsOf(param))),
        deprecation(param),
      ),
      cells: [name, type],
    };
  };
  const key = literal(param.name);
  if (param.values !== null) {
    const { type, constants } = enumNames(param.name, param.values, names, claim);
    return {
      line: line(listed(param, identifier(type))),
      put: put(param, code`p.${name}`, item => code`q.text(${key}, string(${item}))`),
      enumeration: enumOf(param, type, constants, names.method),
      imports: [],
    };
  }
  const { hasZero, put: method, ...spelled } = GO_PARAM_TYPES[param.scalar];
  const isList = param.list !== undefined;
  const isPointer = hasZero && !param.required && !isList;
  const type = isPointer ? code`*${spelled.code}` : spelled.code;
  const isAddressed = hasZero && (param.required || isList);
  return {
    line: line(listed(param, type)),
    put: put(param, code`p.${name}`, value => {
      return code`q.${method}(${key}, ${isAddressed ? code`&${value}` : value})`;
    }),
    enumeration: null,
    imports: importsOf([spelled]),
  };
}

function listed({ list }: ManifestParam, type: Code): Code {
  return list === undefined ? type : code`[]${type}`;
}

/** Writes a field into the query; for a list, each item. */
function put({ name, list }: ManifestParam, field: Code, one: (value: Code) => Code): Code {
  if (list === undefined) return one(field);
  return code`
    q.list(${literal(name)})
    for _, item := range ${field} {
    	${one(code`item`)}
    }
  `;
}

function enumOf(
  { name, description }: ManifestParam,
  type: string,
  constants: ReadonlyMap<string, string>,
  method: string,
): GoDeclaration {
  const lines = () =>
    [...constants].map(([value, constant]) => [
      identifier(constant),
      identifier(type),
      code`= ${literal(value)}`,
    ]);
  const declared = () => code`
    ${comment(`${type} is a value of the parameter ${name} of [Client.${method}].`, description)}
    type ${identifier(type)} string

    // The values of ${identifier(type)}.
    const (
    	${aligned(lines())}
    )

    // Values are all values of ${identifier(type)}, in the order of their declaration.
    func (${identifier(type)}) Values() []${identifier(type)} {
    	return []${identifier(type)}{${joinCode([...constants.values()].map(identifier), ', ')}}
    }
  `;
  return { names: [type, ...constants.values()], code: declared, imports: [] };
}

/** Words each fact as a sentence. */
function wordsOf({ scalar, list }: ManifestParam): FactWords<string> {
  const isText = scalar === 'string' && list === undefined;
  const shown = (value: string) => (isText ? JSON.stringify(value) : value);
  return {
    required: () => 'Required.',
    note: sentence => sentence,
    form: () => GO_PARAM_TYPES[scalar].note ?? null,
    min: value => `At least ${value}.`,
    max: value => `At most ${value}.`,
    minLength: count => `At least ${counted(count, 'character')}.`,
    maxLength: count => `At most ${counted(count, 'character')}.`,
    step: () => 'Must divide a day or be a number of whole days.',
    pattern: pattern => `The whole text must match the RE2 pattern ${JSON.stringify(pattern)}.`,
    default: value => `Absent means ${shown(value)}.`,
    otherwise: value => `Any other value means ${shown(value)}.`,
    example: value => `Example: ${shown(value)}.`,
    minItems: count => `At least ${counted(count, 'item')}.`,
    maxItems: count => `At most ${counted(count, 'item')}.`,
    separator: null,
    // shown by constants; `deprecated` by a paragraph that Go's tools recognise
    values: null,
    // only for callers who cannot change: typed callers use the values
    aliases: null,
    deprecated: null,
  };
}

function deprecation({ deprecated }: ManifestParam): string | null {
  return deprecated ? 'Deprecated: the endpoint marks this parameter as deprecated.' : null;
}

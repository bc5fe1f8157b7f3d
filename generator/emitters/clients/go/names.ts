/** Turns names of a specification into Go names. Those of types, methods and fields begin with a capital letter, so none is a keyword of Go. */
import { capitalized } from '../../facts/names.ts';

/** Words that Go writes in capitals, as listed by its linters. */
const INITIALISMS: ReadonlySet<string> = new Set(
  [
    'ACL API ASCII CPU CSS DNS EOF GUID HTML HTTP HTTPS ID IP JSON LHS QPS RAM RHS RPC SLA SMTP SQL SSH',
    'TCP TLS TTL UDP UI UID URI URL UTF8 UUID VM XML XMPP XSRF XSS',
  ].flatMap(line => line.split(' ')),
);

/** Words of `snake_case`, `kebab-case` and `camelCase`; digits belong to the word before them. */
const WORDS = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/g;

/** Keeps only letters and digits of a name, so that `_` is free to distinguish names. */
function capitals(name: string): string {
  const words = (name.match(WORDS) ?? []).map(word => {
    const upper = word.toUpperCase();
    return INITIALISMS.has(upper) ? upper : capitalized(word);
  });
  return words.join('');
}

/** Turns `function_id` into `FunctionID`. */
export function exported(name: string): string {
  const joined = capitals(name);
  return /^[A-Z]/.test(joined) ? joined : `X${joined}`;
}

const MOST_OF_A_VALUE = 40;

/** Returns the end of a constant's name for an enum value. `index` is the value's position, from 0. */
export function valueName(value: string, index: number): string {
  const name = capitals(value).slice(0, MOST_OF_A_VALUE);
  return name === '' ? `Value${index + 1}` : name;
}

/** Returns the wanted name, or the name with `_2` and so on if it is taken, and marks the result as taken. */
export type ClaimName = (name: string) => string;

export function claiming(taken: Iterable<string> = []): ClaimName {
  const given = new Set(taken);
  return name => {
    let free = name;
    for (let count = 2; given.has(free); count += 1) free = `${name}_${count}`;
    given.add(free);
    return free;
  };
}

/** Claims names for an endpoint's declarations other than its parameters and rows. */
export function claimingWithin({ params, row }: EndpointNames): ClaimName {
  return claiming([params, row]);
}

/** Methods with a meaning in `fmt`, `encoding` or `io`. `go vet` reports some of them if their signatures differ. */
const KNOWN_METHODS: ReadonlySet<string> = new Set(
  [
    'As Error Format GoString GobDecode GobEncode Is MarshalBinary MarshalJSON MarshalText MarshalXML ReadByte ReadFrom',
    'ReadRune Scan Seek String UnmarshalBinary UnmarshalJSON UnmarshalText UnmarshalXML UnreadByte UnreadRune Unwrap',
    'WriteByte WriteTo',
  ].flatMap(line => line.split(' ')),
);

/**
 * Returns the method of an operation, such as `UsageAPICounts`. Operations differ even without regard to case, so their methods
 * differ. Operation names never contain `_`, so a marked name cannot collide.
 */
export function methodName(operation: string): string {
  const name = exported(operation);
  return KNOWN_METHODS.has(name) ? `${name}_` : name;
}

/** The names of an endpoint in the package. All except the method begin with `prefix`. */
export interface EndpointNames {
  readonly method: string;
  readonly prefix: string;
  readonly params: string;
  readonly row: string;
}

/**
 * Returns the names of an operation. With the mark `_` after the prefix, they cannot be another endpoint's names: in those, `_`
 * stands only before digits.
 */
export function goNames(operation: string, mark: '' | '_' = ''): EndpointNames {
  const prefix = `${exported(operation)}${mark}`;
  const method = methodName(operation);
  return { method, prefix, params: `${prefix}Params`, row: `${prefix}Row` };
}

/**
 * Returns the file of an operation. The suffix keeps it different from the runtime's files, and from suffixes that have a
 * meaning in Go: `_test`, `_linux`.
 */
export function nameFile(operation: string): string {
  const words = operation.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  return `${words}_endpoint.go`;
}

/** Names that a package must not have: keywords, predeclared names, and names with a meaning. */
const NO_PACKAGES: ReadonlySet<string> = new Set(
  [
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package range',
    'return select struct switch type var any append bool byte cap close complex complex64 complex128 copy delete error',
    'false float32 float64 imag int int8 int16 int32 int64 iota len make new nil panic print println real recover rune',
    'string true uint uint8 uint16 uint32 uint64 uintptr comparable max min clear init main documentation',
  ].flatMap(line => line.split(' ')),
);

/** Returns a module's package name: the last part of its path that is not a version, in lower-case letters and digits. */
export function namePackage(module: string): string {
  const parts = module.split('/').filter(part => !/^v[0-9]+$/.test(part));
  const name = (parts.at(-1) ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  return /^[a-z]/.test(name) && !NO_PACKAGES.has(name)
    ? name
    : `${name}client`.replace(/^[0-9]+/, '');
}

/** Names that samples and the README use with another meaning. */
const SAMPLE_NAME =
  /^(cancel|client|context|ctx|err|errors|json|log|made|mock|os|params|refused?|response|row|time|url)$/;

/** Returns the name under which a caller imports the package: its own, unless samples use that name for something else. */
export function importName(module: string): string {
  const name = namePackage(module);
  return SAMPLE_NAME.test(name) ? 'endpoints' : name;
}

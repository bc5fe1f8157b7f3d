/** The gallery and `samples` as a process, each endpoint with the parameters of its test, for clients that other generators write. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ApiKey } from '../../server/access/keys/key-file.ts';
import { temporaryFolder } from '../cli/cli-fixture.ts';
import { writeDatabase } from '../engines/duckdb/database-file.ts';
import { compiledGallery, tablesOfTests } from '../service/mcp/gallery-service.ts';
import { type ServeProcess, serveProcess } from '../service/serve-process.ts';
import { ROOT } from '../support/root.ts';
import { TABLE, TOOLS_FILES } from './tools-project.ts';

const NOW = BigInt(Date.parse('2026-03-15T10:00:00Z')) * 1_000n;
const GALLERY = join(ROOT, 'examples/gallery/endpoints');

/** A call of an endpoint, for programs that read JSON. */
export interface Call {
  readonly endpoint: string;
  /** The folder of its operation. */
  readonly tag: string;
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A parameter of every kind of `samples`. */
const OF_SAMPLES = {
  ...{ name: 'a', least: '2', ratio_above: '0.1', since: '2026-01-15T10:00:00Z', tier: 'PRO' },
  ...{
    on_day: '2026-01-15',
    numbers: ['1', '2', '3'],
    tiers: ['FREE', 'PRO'],
    words: ['e1', 'e2'],
  },
};

export async function serveGallery(keys: readonly ApiKey[]): Promise<ServeProcess> {
  const { project } = compiledGallery();
  const database = join(temporaryFolder(), 'gallery.duckdb');
  const tests = project.endpoints.flatMap(endpoint => endpoint.tests);
  await writeDatabase(database, tablesOfTests(project, tests));
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(TABLE);
  connection.closeSync();
  instance.closeSync();
  const files = readdirSync(GALLERY, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.yaml'))
    .map(name => [`endpoints/${name}`, readFileSync(join(GALLERY, name), 'utf8')] as const);
  return serveProcess({
    engine: 'duckdb',
    reached: { settings: { database }, environment: {} },
    files: { ...Object.fromEntries(files), ...TOOLS_FILES },
    service: { secret: 'a secret of at least 32 characters' },
    keys,
    now: NOW,
  });
}

/** Answers other rows each minute. */
const MOVES = 'web.live';

/** A call for each endpoint that has a test, with the parameters of its first one. */
export function callsOf(document: Document): readonly Call[] {
  const tested = compiledGallery().project.endpoints.flatMap(({ name, tests: [first] }) =>
    first === undefined || name === MOVES ? [] : [[name, first.params] as const],
  );
  return [...tested, ['samples', OF_SAMPLES] as const].map(([endpoint, params]) => {
    const operation = document.paths[`/api/endpoints/${endpoint}`]?.get;
    if (operation === undefined) throw new Error(`no operation of ${endpoint}`);
    const schemaOf = ({ $ref, ...schema }: Schema): Schema =>
      $ref === undefined
        ? schema
        : (document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
    const values = Object.entries(params).flatMap(([name, text]) => {
      const declared = operation.parameters.find(one => one.name === name)?.schema;
      if (declared === undefined) throw new Error(`${endpoint} has no parameter ${name}`);
      const schema = schemaOf(declared);
      const value = jsonOf(text, schema, schemaOf);
      // values of an older API are not of the type
      return schema.enum?.includes(value) === false ? [] : [[name, value] as const];
    });
    const { operationId, tags } = operation;
    const [tag = ''] = tags;
    return { endpoint, tag, operation: operationId, params: Object.fromEntries(values) };
  });
}

/** The parts of the OpenAPI document that the calls read. */
export interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name?: string; readonly schema?: Schema }[];
}
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
}

/** The value of a text, or of one for each item. */
function jsonOf(
  text: string | readonly string[],
  { type, format, items = {} }: Schema,
  schemaOf: (schema: Schema) => Schema,
): unknown {
  if (type === 'array') return [text].flat().map(item => jsonOf(item, schemaOf(items), schemaOf));
  if (format === 'date-time') return new Date(String(text)).toISOString();
  return type === 'string' ? text : JSON.parse(String(text));
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** Rows as each client has them: instants are written in several ways. */
export function comparable(text: string): unknown {
  return JSON.parse(text, (_, value) =>
    typeof value === 'string' && INSTANT.test(value) ? new Date(value).toISOString() : value,
  );
}

/** Reads `calls.json`, and prints a line of JSON for each call: the endpoint and its rows. */
export const PYTHON_CALLS = `import datetime
import enum
import importlib
import json
import pkgutil
import sys
import typing

import client.api
from client import Client
from client.types import Unset


def value(kind, given):
    if typing.get_origin(kind) is list:
        return [value(typing.get_args(kind)[0], one) for one in given]
    kinds = [one for one in typing.get_args(kind) if one is not Unset]
    if kinds:
        return value(kinds[0], given)
    if issubclass(kind, enum.Enum):
        return kind(given)
    if kind is datetime.datetime:
        return kind.fromisoformat(given.replace("Z", "+00:00"))
    return kind.fromisoformat(given) if kind is datetime.date else given


def plain(name):
    return name.replace("_", "").lower()


url, key = sys.argv[1:]
modules = {
    plain(one.name.rpartition(".")[2]): one.name for one in pkgutil.walk_packages(client.api.__path__, "client.api.")
}
with Client(base_url=url, headers={"X-API-KEY": key}) as service, open("calls.json") as file:
    for call in json.load(file):
        sync = importlib.import_module(modules[plain(call["operation"])]).sync
        kinds = typing.get_type_hints(sync)
        names = {plain(name): name for name in kinds}
        given = {names[plain(name)]: one for name, one in call["params"].items()}
        rows = sync(client=service, **{name: value(kinds[name], one) for name, one in given.items()})
        print(json.dumps([call["endpoint"], rows.to_dict().get("result", rows.to_dict())]))
`;

export const GO_CALLS = `package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"reflect"
	"strings"

	"example.com/api"
)

type call struct {
	Endpoint, Operation string
	Params              json.RawMessage
}

func main() {
	client, err := api.NewClientWithResponses(os.Args[1], api.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-API-KEY", os.Args[2])
			return nil
		}))
	check(err)
	text, err := os.ReadFile("calls.json")
	check(err)
	var calls []call
	check(json.Unmarshal(text, &calls))
	for _, call := range calls {
		name := strings.ToUpper(call.Operation[:1]) + call.Operation[1:] + "WithResponse"
		method := reflect.ValueOf(client).MethodByName(name)
		in := []reflect.Value{reflect.ValueOf(context.Background())}
		if method.Type().NumIn() > 2 {
			params := reflect.New(method.Type().In(1).Elem())
			check(json.Unmarshal(call.Params, params.Interface()))
			in = append(in, params)
		}
		out := method.Call(in)
		if err, isError := out[1].Interface().(error); isError {
			panic(err)
		}
		answer := out[0].Elem()
		rows := any(string(answer.FieldByName("Body").Bytes()))
		if found := answer.FieldByName("JSON200"); !found.IsNil() {
			rows = found.Elem().FieldByName("Result").Interface()
		}
		check(json.NewEncoder(os.Stdout).Encode([]any{call.Endpoint, rows}))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`;

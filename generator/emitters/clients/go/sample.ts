/** Prints sample calls with the Go client. */

import type { ManifestParam } from '../../../core/output/manifest.ts';
import type { Scalar } from '../../../core/types/scalar.ts';
import type { Argument } from '../../facts/calls.ts';
import { type Code, code, joinCode, printNumeral } from '../../text/writer.ts';
import { type EnumNames, enumsOf } from './enums.ts';
import { claiming, type EndpointNames, exported, importName } from './names.ts';

import { aligned, identifier, literal, moduleName } from './text.ts';
import { GO_PARAM_TYPES } from './types.ts';

/** Returns a program that prints the rows; `params` are all parameters of the endpoint. */
export function goSample(
  module: string,
  names: EndpointNames,
  params: readonly ManifestParam[],
  given: readonly Argument[],
): Code {
  const { method, params: type } = names;
  const from = moduleName(importName(module));
  const fields = fieldNames(params);
  const enums = enumsOf(params, names);
  const lines = aligned(
    given.map(({ param, text }) => {
      const field = identifier(fields.get(param.name) ?? param.name);
      const value = valueIn(param, text, from, enums.get(param.name));
      return [code`${field}:`, code`${value},`];
    }),
  );
  const usesTime = given.some(({ param }) => param.scalar === 'timestamp');
  return code`
    package main

    import (
    	"context"
    	"encoding/json"
    	"log"
    	"os"
    	${usesTime ? code`"time"` : []}

    	${from} ${literal(module)}
    )

    func main() {
    	client, err := ${from}.New(os.Getenv("QUERN_URL"), os.Getenv("QUERN_KEY"))
    	if err != nil {
    		log.Fatal(err)
    	}
    	params := ${from}.${identifier(type)}${lines.length === 0 ? code`{}` : block(lines)}
    	response, err := client.${identifier(method)}(context.Background(), params)
    	if err != nil {
    		log.Fatal(err)
    	}
    	if err := json.NewEncoder(os.Stdout).Encode(response.Rows); err != nil {
    		log.Fatal(err)
    	}
    }
  `;
}

function block(lines: readonly Code[]): Code {
  return code`
    {
    	${lines}
    }
  `;
}

/** Returns the fields of the parameter struct, by the names of the parameters. */
function fieldNames(params: readonly ManifestParam[]): ReadonlyMap<string, string> {
  const claim = claiming();
  return new Map(params.map(({ name }) => [name, claim(exported(name))]));
}

const VALUE: Readonly<Record<Scalar, (text: string, from: Code) => Code>> = {
  string: literal,
  int64: printNumeral,
  float64: printNumeral,
  decimal: literal,
  bool: text => (text === 'true' ? code`true` : code`false`),
  timestamp: instant,
  datetime: literal,
  date: day,
  json: literal,
};

function valueIn(
  param: ManifestParam,
  text: Argument['text'],
  from: Code,
  names: EnumNames | undefined,
): Code {
  const one = (of: string) => {
    const constant = names?.constants.get(of);
    return constant === undefined ? null : code`${from}.${identifier(constant)}`;
  };
  if (typeof text === 'string') return one(text) ?? spelled(param, text, from);
  const { code: type } = GO_PARAM_TYPES[param.scalar];
  const item = names === undefined ? type : identifier(names.type);
  const isOurs = names !== undefined || param.scalar === 'date';
  const items = text.map(of => one(of) ?? VALUE[param.scalar](of, from));
  return code`[]${isOurs ? code`${from}.${item}` : item}{${joinCode(items, ', ')}}`;
}

/** Writes a value. An optional parameter whose zero is a valid value is passed as a pointer. */
function spelled({ scalar, required }: ManifestParam, text: string, from: Code): Code {
  const value = VALUE[scalar](text, from);
  const { hasZero, code: type } = GO_PARAM_TYPES[scalar];
  if (!hasZero || required) return value;
  // Without a type argument, Go would infer `int` for a number without a fraction.
  return scalar === 'bool' ? code`${from}.Ptr(${value})` : code`${from}.Ptr[${type}](${value})`;
}

/** Returns the year, the month and so on without leading zeros, because a Go number that begins with 0 is octal. */
function parts(text: string): readonly Code[] {
  return (text.match(/[0-9]+/g) ?? []).map(part => printNumeral(String(Number(part))));
}

function day(text: string, from: Code): Code {
  const [year = [], month = [], of = []] = parts(text);
  return code`${from}.Date{Year: ${year}, Month: ${month}, Day: ${of}}`;
}

/** Converts an instant from its canonical text: in UTC, with a fraction of 3 or 6 digits or none. */
function instant(text: string): Code {
  const [whole = '', fraction = ''] = text.replace('Z', '').split('.');
  const nanoseconds = printNumeral(String(Number(fraction.padEnd(9, '0'))));
  const [year = [], month = [], of = [], hour = [], minute = [], second = []] = parts(whole);
  return code`time.Date(${year}, ${month}, ${of}, ${hour}, ${minute}, ${second}, ${nanoseconds}, time.UTC)`;
}

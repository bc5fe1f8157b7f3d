/** Callers of the clients that openapi-generator writes: each prints what it reads, and the code of a problem. */
import { join } from 'node:path';
import { TEST_PACKAGES } from '../support/packages.ts';
import { isAll } from '../support/usually.ts';

/** One language of openapi-generator. Commands run in the folder of the generated client. */
export interface GeneratedClient {
  /** The options that choose the generator. */
  readonly options: readonly string[];
  /** More files of the client, for the address of the service and a key. */
  readonly files: (url: string, token: string) => Readonly<Record<string, string>>;
  /** Reports whether the packages that the client needs are on this machine. With `QUERN_ALL=1` it brings them from a registry. */
  readonly needs?: Command;
  readonly build?: Command;
  readonly call: Command;
  /** Takes minutes to compile: only with `QUERN_ALL=1`. */
  readonly isLong?: true;
}
type Command = readonly [command: string, ...words: string[]];

const MAVEN = ['mvn', '-q', '-B', ...(isAll ? [] : ['-o'])] as const;

/** Both lines of each caller: the count of rows, two cells that other readers round or shift, a nested one; then the problem of another key. */
export const PRINTED = `5 e1 9007199254740993 ${Date.UTC(2026, 0, 15, 10, 1) / 1_000} /p\n401 unauthorized\n`;

const typescript: GeneratedClient = {
  options: ['-g', 'typescript-fetch'],
  files: (url, token) => ({
    'tsconfig.json':
      '{"compilerOptions":{"target":"es2022","module":"commonjs","lib":["es2022","dom","dom.iterable"],"types":[],"strict":true,"outDir":"out"}}',
    'main.ts': `import { Configuration, EndpointsApi, ResponseError } from './index';

const by = (apiKey: string) => new EndpointsApi(new Configuration({ basePath: '${url}', apiKey }));
async function main() {
  const { result } = await by('${token}').samples({ name: 'a' });
  const row = result[1]!;
  console.log(result.length, row.id, row.large, row.at.getTime() / 1_000, row.meta!.part!.path);
  const { response } = await by('other').samples({ name: 'a' }).catch((error: ResponseError) => error) as ResponseError;
  console.log(response.status, (await response.json()).code);
}
void main();
`,
  }),
  build: [process.execPath, join(TEST_PACKAGES, 'typescript/bin/tsc'), '-p', '.'],
  call: [process.execPath, 'out/main.js'],
};

const python: GeneratedClient = {
  options: ['-g', 'python'],
  files: (url, token) => ({
    'main.py': `from openapi_client import ApiClient, ApiException, Configuration, EndpointsApi

def samples(key):
    with ApiClient(Configuration(host="${url}", api_key={"apiKey": key})) as client:
        return EndpointsApi(client).samples(name="a").result


rows = samples("${token}")
row = rows[1]
print(len(rows), row.id, row.large, int(row.at.timestamp()), row.meta.part.path)
try:
    samples("other")
except ApiException as error:
    print(error.status, error.data.code)
`,
  }),
  needs: ['python3', '-c', 'import dateutil, pydantic, typing_extensions, urllib3'],
  call: ['python3', 'main.py'],
};

const go: GeneratedClient = {
  // without a prefix, two enums with a value in common do not compile
  options: [
    ...['-g', 'go', '--git-host', 'example.com', '--git-user-id', 'a', '--git-repo-id', 'b'],
    ...['--additional-properties', 'enumClassPrefix=true'],
  ],
  files: (url, token) => ({
    'main/main.go': `package main

import (
	"context"
	"fmt"

	openapi "example.com/a/b"
)

func main() {
	settings := openapi.NewConfiguration()
	settings.Servers = openapi.ServerConfigurations{{URL: "${url}"}}
	settings.AddDefaultHeader("X-API-KEY", "${token}")
	api := openapi.NewAPIClient(settings).EndpointsAPI
	rows, _, err := api.Samples(context.Background()).Name("a").Execute()
	if err != nil {
		panic(err)
	}
	row := rows.Result[1]
	fmt.Println(len(rows.Result), row.Id, *row.Large.Get(), row.At.Unix(), *row.Meta.Get().Part.Get().Path.Get())
	settings.AddDefaultHeader("X-API-KEY", "other")
	_, response, err := api.Samples(context.Background()).Name("a").Execute()
	problem := err.(*openapi.GenericOpenAPIError).Model().(openapi.UnauthorizedProblem)
	fmt.Println(response.StatusCode, problem.Code)
}
`,
  }),
  call: ['go', 'run', './main'],
};

const rust: GeneratedClient = {
  options: ['-g', 'rust', '--additional-properties', 'supportAsync=false'],
  files: (url, token) => ({
    'examples/main.rs': `use openapi::apis::configuration::{ApiKey, Configuration};
use openapi::apis::{endpoints_api, Error};

fn main() {
    let mut settings = Configuration::new();
    settings.base_path = "${url}".to_owned();
    settings.api_key = Some(ApiKey { prefix: None, key: "${token}".to_owned() });
    let call = |settings: &Configuration| {
        endpoints_api::samples(
            settings, "a", None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None,
            None, None, None, None, None, None, None, None, None,
        )
    };
    let rows = call(&settings).unwrap().result;
    let row = &rows[1];
    let path = row.meta.clone().unwrap().part.unwrap().path.unwrap();
    // an instant is a text in this language
    assert_eq!(row.at, "2026-01-15T10:01:00Z");
    println!("{} {} {} {} {}", rows.len(), row.id, row.large.clone().unwrap(), 1768471260, path);
    settings.api_key = Some(ApiKey { prefix: None, key: "other".to_owned() });
    if let Err(Error::ResponseError(refused)) = call(&settings) {
        let body: serde_json::Value = serde_json::from_str(&refused.content).unwrap();
        println!("{} {}", refused.status.as_u16(), body["code"].as_str().unwrap());
    }
}
`,
  }),
  needs: ['cargo', 'generate-lockfile', '--quiet'],
  // the default features are libraries of TLS
  build: ['cargo', ...'build -q -j 2 --no-default-features --example main'.split(' ')],
  call: ['target/debug/examples/main'],
  isLong: true,
};

const java: GeneratedClient = {
  options: ['-g', 'java', '--additional-properties', 'useSingleRequestParameter=true'],
  files: (url, token) => ({
    'src/main/java/Main.java': `import com.google.gson.JsonParser;
import java.util.List;
import org.openapitools.client.*;
import org.openapitools.client.api.EndpointsApi;
import org.openapitools.client.model.SamplesRow;

public class Main {
  public static void main(String[] words) throws Exception {
    ApiClient client = new ApiClient().setBasePath("${url}");
    client.setApiKey("${token}");
    EndpointsApi api = new EndpointsApi(client);
    List<SamplesRow> rows = api.samples("a").execute().getResult();
    SamplesRow row = rows.get(1);
    System.out.println(rows.size() + " " + row.getId() + " " + row.getLarge() + " " + row.getAt().toEpochSecond() + " " + row.getMeta().getPart().getPath());
    client.setApiKey("other");
    try {
      api.samples("a").execute();
    } catch (ApiException error) {
      String code = JsonParser.parseString(error.getResponseBody()).getAsJsonObject().get("code").getAsString();
      System.out.println(error.getCode() + " " + code);
    }
  }
}
`,
  }),
  needs: [...MAVEN, 'dependency:copy-dependencies', '-DoutputDirectory=lib'],
  build: [...MAVEN, 'compile'],
  call: ['java', '-cp', 'target/classes:lib/*', 'Main'],
};

/** The library of Java itself, whose clients have no schemas that are a value or a list. */
const javaNative: GeneratedClient = {
  ...java,
  options: [
    '-g',
    'java',
    '--library',
    'native',
    '--additional-properties',
    'useSingleRequestParameter=true',
  ],
  files: (url, token) => ({
    'src/main/java/Main.java': `import java.util.List;
import org.openapitools.client.*;
import org.openapitools.client.api.EndpointsApi;
import org.openapitools.client.model.SamplesRow;

public class Main {
  static List<SamplesRow> samples(String key) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri("${url}");
    client.setRequestInterceptor(request -> request.header("X-API-KEY", key));
    return new EndpointsApi(client).samples(EndpointsApi.APISamplesRequest.newBuilder().name("a").build()).getResult();
  }

  public static void main(String[] words) throws Exception {
    List<SamplesRow> rows = samples("${token}");
    SamplesRow row = rows.get(1);
    System.out.println(rows.size() + " " + row.getId() + " " + row.getLarge() + " " + row.getAt().toEpochSecond() + " " + row.getMeta().getPart().getPath());
    try {
      samples("other");
    } catch (ApiException error) {
      boolean isCode = error.getResponseBody().contains("\\"code\\":\\"unauthorized\\"");
      System.out.println(error.getCode() + (isCode ? " unauthorized" : error.getResponseBody()));
    }
  }
}
`,
  }),
};

const KOTLIN_POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>client</artifactId><version>1</version>
  <dependencies>
    ${[
      'org.jetbrains.kotlin kotlin-stdlib 1.9.23',
      'org.jetbrains.kotlin kotlin-reflect 1.9.23',
      'com.squareup.moshi moshi-kotlin 1.15.1',
      'com.squareup.moshi moshi-adapters 1.15.1',
      'com.squareup.okhttp3 okhttp 4.12.0',
    ]
      .map(line => line.split(' '))
      .map(
        ([group, name, version]) =>
          `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`,
      )
      .join('\n    ')}
  </dependencies>
  <build>
    <sourceDirectory>src/main/kotlin</sourceDirectory>
    <plugins>
      <plugin>
        <groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-maven-plugin</artifactId><version>1.9.23</version>
        <executions><execution><id>compile</id><goals><goal>compile</goal></goals></execution></executions>
      </plugin>
    </plugins>
  </build>
</project>
`;

const kotlin: GeneratedClient = {
  options: ['-g', 'kotlin', '--library', 'jvm-okhttp4'],
  files: (url, token) => ({
    'pom.xml': KOTLIN_POM,
    'src/main/kotlin/Main.kt': `import org.openapitools.client.apis.EndpointsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException

fun main() {
    ApiClient.apiKey["X-API-KEY"] = "${token}"
    val api = EndpointsApi("${url}")
    val rows = api.samples("a").result
    val row = rows[1]
    println("\${rows.size} \${row.id} \${row.large} \${row.at.toEpochSecond()} \${row.meta!!.part!!.path}")
    ApiClient.apiKey["X-API-KEY"] = "other"
    try {
        api.samples("a")
    } catch (error: ClientException) {
        val body = (error.response as ClientError<*>).body as String
        println("\${error.statusCode} \${Regex("\\"code\\":\\"(\\\\w+)\\"").find(body)!!.groupValues[1]}")
    }
}
`,
  }),
  needs: [...MAVEN, 'dependency:copy-dependencies', '-DoutputDirectory=lib'],
  build: [...MAVEN, 'compile'],
  call: ['java', '-cp', 'target/classes:lib/*', 'MainKt'],
};

export const GENERATED_CLIENTS: Readonly<Record<string, GeneratedClient>> = {
  typescript,
  python,
  go,
  rust,
  java,
  'java native': javaNative,
  kotlin,
};

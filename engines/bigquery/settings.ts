import {
  type Addressed,
  engineSettings,
  type ValuesOf,
} from '../../generator/settings/engine-settings.ts';
import { optionalAddress, optionalSize, optionalText } from '../../generator/settings/setting.ts';

/** `null` means the default from the process's environment, or no limit. */
const settings = {
  project: optionalText(
    'project',
    'The project that jobs run in; by default that of the credentials.',
  ),
  dataset: optionalText('dataset', 'The data set of tables whose names do not contain one.'),
  location: optionalText('location', 'The location in which jobs run, such as `EU`.'),
  maximumBytesBilled: optionalSize(
    'maximum_bytes_billed',
    'How many bytes one statement may bill, such as `10GiB`.',
  ),
  apiEndpoint: optionalAddress(
    'api_endpoint',
    'The address of the API, if it is not the usual one.',
  ),
};
export type BigQuerySettings = ValuesOf<typeof settings>;

export default engineSettings<BigQuerySettings>({
  description: 'BigQuery, with application default credentials.',
  settings,
  concurrency: 16,
  // Without either, the library searches for credentials on the network of a cloud.
  isConfigured: ({ project, apiEndpoint }) => project !== null || apiEndpoint !== null,
  address: {
    form: 'bigquery://project/dataset',
    example: 'bigquery://my-project/shop',
    variable: null,
    read,
  },
});

/** An address may have further settings after a `?`. A new project gets a limit on the cost of a statement. */
function read({ protocol, hostname, pathname, searchParams }: URL): Addressed | null {
  if (protocol !== 'bigquery:') return null;
  const dataset = decodeURIComponent(pathname.replace(/^\/|\/$/g, ''));
  const further = Object.fromEntries(searchParams);
  return {
    settings: {
      project: hostname,
      ...(dataset === '' ? {} : { dataset }),
      maximum_bytes_billed: '10GiB',
      ...further,
    },
    secret: null,
  };
}

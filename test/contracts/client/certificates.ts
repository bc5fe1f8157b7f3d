/** Certificates of services on 127.0.0.1, made when they are needed: what is kept in a repository ends one day. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Secured } from './case.ts';

export interface Certificates {
  /** The file of the authority that clients trust, besides those that they know or in their place. */
  readonly authority: string;
  readonly of: (secured: Secured) => { readonly key: Buffer; readonly cert: Buffer };
  readonly close: () => void;
}

export const hasOpenSsl = spawnSync('openssl', ['version']).status === 0;

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const HERE = 'IP:127.0.0.1';

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`);
  };
  const selfSigned = (name: string, more: readonly string[]) => {
    const out = ['-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)];
    openssl('req', '-x509', ...NEW_KEY, '-days', '2', '-subj', `/CN=${name}`, ...more, ...out);
  };
  const signed = (name: string, address: string, days: number) => {
    const asks = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${address}`];
    openssl('req', ...NEW_KEY, ...asks, '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`));
    const by = ['-CA', at('authority.pem'), '-CAkey', at('authority.key')];
    const how = ['-in', at(`${name}.csr`), '-copy_extensions', 'copyall', '-days', `${days}`];
    openssl('x509', '-req', ...how, ...by, '-out', at(`${name}.pem`));
  };
  selfSigned('authority', []);
  selfSigned('self-signed', ['-addext', `subjectAltName=${HERE}`]);
  signed('sound', HERE, 2);
  signed('expired', HERE, -1);
  signed('of another host', 'DNS:elsewhere.example', 2);
  return {
    authority: at('authority.pem'),
    of: name => ({ key: readFileSync(at(`${name}.key`)), cert: readFileSync(at(`${name}.pem`)) }),
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** The settings that every nginx of a test shares: it runs in the foreground, as the user who runs the tests, and writes below one folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Writes nginx's folders and its configuration, and returns the words behind the command; `http`: the lines inside that block. */
export function prepareNginx(folder: string, http: string): readonly string[] {
  for (const part of FOLDERS) mkdirSync(join(folder, part));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configOf(folder, http));
  return ['-p', folder, '-e', join(folder, 'error.log'), '-c', file];
}

function configOf(folder: string, http: string): string {
  const temporary = FOLDERS.map(part => {
    const directive = part === 'body' ? 'client_body' : part;
    return `  ${directive}_temp_path ${folder}/${part};`;
  });
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
${temporary.join('\n')}
${http}
}
`;
}

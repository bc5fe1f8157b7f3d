/** Go as its own packages read it. */
import { basename, dirname } from 'node:path';
import { hasGo, openGoFolder } from '../../../../clients/go/support.ts';
import type { Tokenizer, Tokens } from './tokens.ts';

export const go: Tokenizer = {
  isThere: hasGo,
  files: /\.go$/,
  read: async files => {
    const folder = openGoFolder();
    try {
      folder.write('tokens', [{ path: 'go.mod', text: 'module example.com/tokens\n\ngo 1.19\n' }]);
      folder.copy('tokens', 'tokens');
      for (const { path, text } of files)
        folder.write(dirname(path), [{ path: basename(path), text }]);
      const folders = [...new Set(files.map(({ path }) => `../${dirname(path)}`))];
      const { code, text } = await folder.run('go', ['run', '.', ...folders], { below: 'tokens' });
      if (code !== 0) throw new Error(text);
      return text.trim().split('\n').map(tokensOf);
    } finally {
      folder.close();
    }
  },
};

function tokensOf(line: string): Tokens {
  const { file, kinds, ...found } = JSON.parse(line);
  return { path: file.replace('../', ''), kinds: kinds.trim().split(' '), ...found };
}

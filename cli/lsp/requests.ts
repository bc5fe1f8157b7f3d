/** Requests about a place or a file, each answered by its feature. */
import {
  CodeActionKind,
  type Connection,
  ErrorCodes,
  type Location,
  type Position,
  ResponseError,
  type ServerCapabilities,
  TextDocumentSyncKind,
  type TextEdit,
} from 'vscode-languageserver/node';
import { isSqlFile } from '../../generator/compile-specs.ts';
import { formatText } from '../../generator/load/format-text.ts';
import { fixesOf } from '../fixes/fixes.ts';
import { complete } from './features/complete.ts';
import { hoverAt } from './features/hover.ts';
import { definitionsAt, referencesAt } from './features/navigate.ts';
import { RenameRefused, rename, renameable } from './features/rename.ts';
import { LineIndex, type TextRange } from './lines.ts';
import type { EditorProject } from './project.ts';

export const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Full },
  completionProvider: { triggerCharacters: ['.', '@', ' '] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
  documentFormattingProvider: true,
};

export interface OpenDocument {
  readonly project: EditorProject;
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
}
/** The documents of the server. */
export interface Documents {
  readonly document: (uri: string) => OpenDocument | null;
  readonly uriOf: (path: string) => string;
}
interface Asked {
  readonly textDocument: { readonly uri: string };
}
interface AskedAt extends Asked {
  readonly position: Position;
}
interface Cursor extends OpenDocument {
  readonly offset: number;
}

export function answerRequests(connection: Connection, documents: Documents): void {
  const at = <T>({ textDocument, position }: AskedAt, answer: (cursor: Cursor) => T): T | null => {
    const document = documents.document(textDocument.uri);
    if (document === null) return null;
    return answer({ ...document, offset: document.lines.offsetAt(position) });
  };
  connection.onCompletion(params => at(params, completions));
  connection.onHover(params => at(params, hover));
  connection.onDefinition(params =>
    at(params, ({ project, path, offset }) =>
      locations(documents, project, definitionsAt(project, path, offset)),
    ),
  );
  connection.onReferences(params =>
    at(params, ({ project, path, offset }) => {
      const all = referencesAt(project, path, offset);
      const { includeDeclaration } = params.context;
      const asked = includeDeclaration ? all : all.filter(({ declares }) => !declares);
      return locations(documents, project, asked);
    }),
  );
  connection.onPrepareRename(params =>
    at(params, ({ project, path, offset, lines }) =>
      orRefused(() => lines.rangeOf(renameable(project, path, offset))),
    ),
  );
  connection.onRenameRequest(params =>
    at(params, ({ project, path, offset }) =>
      orRefused(() => {
        const places = rename(project, path, offset, params.newName);
        const changes: Record<string, TextEdit[]> = {};
        for (const { uri, range } of locations(documents, project, places)) {
          changes[uri] = [...(changes[uri] ?? []), { range, newText: params.newName }];
        }
        return { changes };
      }),
    ),
  );
  connection.onCodeAction(({ textDocument: { uri }, range }) => {
    const document = documents.document(uri);
    if (document === null) return [];
    const { project, path, lines } = document;
    const [start, end] = [lines.offsetAt(range.start), lines.offsetAt(range.end)];
    const found = project.findingsIn(path).filter(({ place }) => {
      return place.start <= end && start <= place.end;
    });
    return found.flatMap(fault =>
      fixesOf(fault).map(({ title, edits, isSure }) => ({
        title,
        kind: CodeActionKind.QuickFix,
        isPreferred: isSure,
        edit: {
          changes: {
            [uri]: edits.map(edit => ({ range: lines.rangeOf(edit), newText: edit.text })),
          },
        },
      })),
    );
  });
  connection.onDocumentFormatting(({ textDocument: { uri } }) => {
    const document = documents.document(uri);
    return document === null || isSqlFile(document.path) ? null : formatting(document);
  });
}

function completions({ project, path, lines, offset }: Cursor) {
  const { start, items } = complete(project, path, offset);
  const range = lines.rangeOf({ start, end: offset });
  return items.map(item => ({
    ...item,
    textEdit: { range, newText: item.insertText ?? item.label },
  }));
}

function hover({ project, path, lines, offset }: Cursor) {
  const found = hoverAt(project, path, offset);
  if (found === null) return null;
  const contents = { kind: 'markdown' as const, value: found.markdown };
  return { contents, range: lines.rangeOf(found) };
}

function formatting({ path, text, lines }: OpenDocument): TextEdit[] | null {
  const newText = formatText(path, text);
  if (newText === null || newText === text) return null;
  return [{ range: lines.rangeOf({ start: 0, end: text.length }), newText }];
}

function locations(
  { uriOf }: Documents,
  project: EditorProject,
  places: readonly (TextRange & { readonly file: string })[],
): Location[] {
  const lines = new Map<string, LineIndex>();
  const unique = new Map(places.map(place => [`${place.file} ${place.start}`, place]));
  return [...unique.values()].map(({ file, ...span }) => {
    const known = lines.get(file) ?? new LineIndex(project.textOf(file) ?? '');
    lines.set(file, known);
    return { uri: uriOf(file), range: known.rangeOf(span) };
  });
}

/** A refusal is shown to the author; any other error is a bug. */
function orRefused<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RenameRefused)
      throw new ResponseError(ErrorCodes.InvalidRequest, error.message);
    throw error;
  }
}

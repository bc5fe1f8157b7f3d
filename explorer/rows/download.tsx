import { DOWNLOAD_FORMATS, type DownloadFormat, nameDownload } from './data/files.ts';
import type { AnswerRow, Column } from './data/row.ts';
import { Menu } from './menu.tsx';

interface Props {
  readonly endpoint: string;
  readonly columns: readonly Column[];
  readonly rows: readonly AnswerRow[];
}

const CHOICES: readonly {
  readonly format: DownloadFormat;
  readonly label: string;
  readonly note: string;
}[] = [
  { format: 'csv', label: 'CSV', note: 'for spreadsheets' },
  { format: 'ndjson', label: 'NDJSON', note: 'a row a line' },
  { format: 'json', label: 'JSON', note: 'one array' },
];

/** Files of the displayed rows. The browser makes them without another request. */
export function Download({ endpoint, columns, rows }: Props) {
  const download = (format: DownloadFormat) => {
    const { mediaType, write } = DOWNLOAD_FORMATS[format];
    save(nameDownload(endpoint, format), new Blob([write(columns, rows)], { type: mediaType }));
  };
  return (
    <Menu icon="download" label="Download">
      {close => (
        <div class="menu-items">
          {CHOICES.map(({ format, label, note }) => (
            <button
              key={format}
              type="button"
              onClick={() => {
                download(format);
                close();
              }}
            >
              {label} <span class="row-quiet">{note}</span>
            </button>
          ))}
        </div>
      )}
    </Menu>
  );
}

function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

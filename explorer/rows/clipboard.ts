/** Copies text. Pages that came by plain http from another machine have no clipboard but the old command. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) await navigator.clipboard.writeText(text);
  else copySelected(text);
}

/** Within the open dialog, because nothing outside it takes the focus. */
function copySelected(text: string): void {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!isCopied) throw new Error('the browser refused to copy');
}

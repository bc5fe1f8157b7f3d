/** Copies text. A page loaded over plain http from another machine has no clipboard, only the old command. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) await navigator.clipboard.writeText(text);
  else copySelected(text);
}

/** Adds the field within the open dialog, because nothing outside it can have the focus. */
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

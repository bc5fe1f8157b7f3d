/** Whether a pressed key is text for a field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=radio]):not([type=checkbox]), select, textarea'))
  );
}

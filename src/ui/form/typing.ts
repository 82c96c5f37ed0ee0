/** Whether keys pressed there are a text: letters and signs are then no shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // A terminal is typed into as well.
  if (target.isContentEditable || target.closest('[data-typing]') !== null) return true
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
}

/** Whether a dialog stands over the page: the page's own keys rest then. */
export function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}

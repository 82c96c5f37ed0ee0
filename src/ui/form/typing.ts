/** Whether an element takes text input: single-key shortcuts are then ignored. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // A terminal also takes text input.
  if (target.isContentEditable || target.closest('[data-typing]') !== null) return true
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
}

/** Whether a dialog is open: page shortcuts are then disabled. */
export function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}

/** Whether a text looks like an email address (spec 1 §5). The platform has the last word. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
}

/** Whether a text looks like an email address. The platform has the last word. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
}

/** What a link may put into an email field: nothing that does not look like an address. */
export function prefilledEmail(parameter: string | null): string {
  const email = parameter?.trim() ?? ''
  return isEmail(email) ? email : ''
}

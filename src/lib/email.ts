/** Whether a text looks like an email address. The platform has the final decision. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
}

/** An email address from a link, if it looks like one. */
export function prefilledEmail(parameter: string | null): string {
  const email = parameter?.trim() ?? ''
  return isEmail(email) ? email : ''
}

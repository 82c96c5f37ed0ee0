import type { Locator } from 'playwright/test'

/** Replaces the value of a field by key presses: in Firefox, React does not notice `fill`. */
export async function typeInto(field: Locator, text: string) {
  await field.focus()
  await field.press('ControlOrMeta+A')
  await field.pressSequentially(text)
}

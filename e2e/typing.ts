import type { Locator } from 'playwright/test'

/** Types in place of what a field holds, key by key: `fill` changes it behind React's back in Firefox. */
export async function typeInto(field: Locator, text: string) {
  await field.focus()
  await field.press('ControlOrMeta+A')
  await field.pressSequentially(text)
}

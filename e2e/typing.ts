import type { Locator, Page } from 'playwright/test'

/** Replaces the value of a field by key presses: in Firefox, React does not notice `fill`. */
export async function typeInto(field: Locator, text: string) {
  await field.focus()
  await field.press('ControlOrMeta+A')
  await field.pressSequentially(text)
}

/** In the page: a value and the event that React listens to. */
const setValue = (field: Element, text: string) => {
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Lets `fill` do in Firefox what it does elsewhere, for all locators of this process: React notices it. */
export function mendFill(page: Page): void {
  const shared = Object.getPrototypeOf(page.locator('html')) as Pick<Locator, 'fill'> & { isMended?: true }
  if (shared.isMended) return
  shared.isMended = true
  shared.fill = async function (this: Locator, text: string) {
    await this.focus()
    await this.evaluate(setValue, text)
  }
}

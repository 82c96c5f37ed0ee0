import type { Locator, Page } from 'playwright/test'
import { expect } from './fixtures.ts'

/** Opens the terminal below a device page, if it is not open. */
export async function openTerminal(page: Page): Promise<Locator> {
  const dock = page.getByRole('region', { name: 'Terminal', exact: true })
  const toggle = dock.getByRole('button', { name: 'Terminal', exact: true })
  await expect(toggle).toBeVisible()
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  return dock
}

import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { lostText } from './lost-text.ts'

test(
  'the rollout of a bad release starts with 5 % and stops itself; another tab takes over from a closed one, and abort restores all pins [OPS-012, OPS-014]',
  { tag: '@phone-release' },
  async ({ page, world }) => {
    await world.open('rollout-stops', { as: 'devi' })
    await world.visit(paths.fleetRollouts(await world.fleet('cold-chain-eu')))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Plan a rollout' }).click()
    await page.getByRole('radio', { name: /^4\.12\.1/ }).click()
    await expect(page.getByText('240 devices match now.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Start rollout' }).click()

    const first = page.getByRole('list', { name: 'Stages' }).getByRole('listitem').first()
    await expect(first).toContainText('12 devices')
    await expect(page.getByText(/^This tab runs the rollout/)).toBeVisible()
    // The devices are drawn at random: of the first twelve usually two reject it, of the next 48 almost certainly more than four.
    const stopped = page.getByText(/^In stage “\d+ %” .* failed/).first()
    await expect(async () => {
      await world.advance('2 min')
      await expect(stopped).toBeVisible({ timeout: 6_000 })
    }).toPass()
    await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: /^Rejected the update/ }).first()).toBeVisible()
    await expectAccessible(page)

    // The board is also readable with a text size of 200 %.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      window.scrollTo(0, 0)
    })
    await expect.poll(() => page.evaluate(lostText)).toEqual([])
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))

    // The next visitor sees the same state, and that no runner is active.
    await page.reload()
    await expect(page.getByText(/^(Run by devi|Nobody runs)/)).toBeVisible()
    await page.getByRole('button', { name: 'Abort' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Abort' }).click()
    await expect(page.getByText('All devices are pinned as before')).toBeVisible()
    await expect(page.getByText('Aborted', { exact: true }).first()).toBeVisible()
  },
)

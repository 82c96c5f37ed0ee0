import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const FLEET = 'bench-lab'

test(
  'a draft is annotated, tagged and finalized, and its rollout is followed [REL-001, REL-018, REL-029, TAG-003]',
  { tag: '@phone' },
  async ({ page, world }) => {
    await world.open('first-look', { as: 'devi' })
    const fleet = await world.fleet(FLEET)
    await world.visit(paths.releases(fleet))
    await page.getByRole('link', { name: /^0\.9\.0/ }).click()
    await page.getByRole('textbox', { name: 'Notes' }).fill('Ready for the bench.')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Edit tags' }).click()
    const tags = page.getByRole('dialog', { name: 'Tags' })
    await tags.getByRole('textbox', { name: 'Tag name' }).fill('a-name-that-is-rather-long')
    await tags.getByRole('textbox', { name: 'Value' }).fill('and-a-value-that-is-longer-still')
    await tags.getByRole('button', { name: 'Add tag' }).click()
    await expect(tags.getByRole('textbox', { name: 'a-name-that-is-rather-long' })).toBeVisible()
    await expectAccessible(page)
    await tags.getByRole('button', { name: 'Close' }).last().click()
    const shown = page.getByText('a-name-that-is-rather-long: and-a-value-that-is-longer-still')
    expect((await shown.boundingBox())?.width).toBeLessThanOrEqual(100)

    await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
    await page.getByRole('button', { name: 'Finalize' }).click()
    const question = page.getByRole('dialog', { name: /^Finalize 0\.9\.0/ })
    await expect(question).toContainText('This cannot be undone')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Finalize' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '0.9.0' })).toBeVisible()
    await expect(page.getByText('target', { exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'Rollout' }).click()
    await expect(page.getByText(/^0 of \d+ devices run 0\.9\.0/)).toBeVisible()
    await expectAccessible(page)
    await world.advance('30 min')
    await expect(page.getByText(/^[1-9]\d* of \d+ devices run 0\.9\.0/)).toBeVisible()
  },
)

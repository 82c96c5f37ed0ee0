import { readdirSync, readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright/test'
import { parse } from 'yaml'
import { expect, expectAccessible, test } from './fixtures.ts'

interface Named {
  role: Parameters<Page['getByRole']>[0]
  name: string
}
type Target = Named & { in?: Named }
type Action = { press: Target } | { type: string; into: Target } | { choose: string; in: Target }
interface Story {
  title: string
  steps: { say: string; do?: Action[]; see?: (Target | { text: string })[] }[]
}

const FOLDER = new URL('../src/control-panel/stories/catalogue/', import.meta.url)
const stories = readdirSync(FOLDER).map((file) => ({
  name: file.replace('.yaml', ''),
  story: parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Story,
}))

/** `npm run sweep -- --journeys` watches all stories with the keyboard. */
const isSweep = process.env['FLOTILLA_SWEEP'] !== undefined
/** Otherwise these: a long one that advances the clock, one that changes the user, and one of dialogs. */
const WATCHED = new Set(['rollout', 'roles', 'past-due'])

const named = (root: Page | Locator, { role, name }: Named) =>
  root.getByRole(role, {
    name: new RegExp(
      `^${name
        .split('*')
        .map((part) => part.replaceAll(/[.?+()[\]|\\^$]/g, '\\$&'))
        .join('.*')}$`,
    ),
  })
const locate = (page: Page, { in: frame, ...target }: Target) =>
  named(frame === undefined ? page : named(page, frame), target).first()
const bar = (page: Page) => page.getByRole('region', { name: 'Story', exact: true })

async function open(page: Page, name: string, count: number) {
  await page.goto(`/?story=${name}`)
  await expect(bar(page).getByText(`Step 1 of ${count}`)).toBeVisible()
}

for (const { name, story } of stories) {
  test(`the story “${story.title}” can be followed with the mouse, performing its steps [DEMO-002]`, async ({
    page,
  }) => {
    await open(page, name, story.steps.length)
    for (const [index, step] of story.steps.entries()) {
      await expect(bar(page)).toHaveAttribute('data-step', String(index + 1))
      await expect(bar(page).getByText(step.say)).toBeVisible()
      for (const action of step.do ?? []) {
        if ('press' in action) await locate(page, action.press).click()
        else if ('type' in action) await locate(page, action.into).fill(action.type)
        else await locate(page, action.in).selectOption({ label: action.choose })
      }
      if (step.do !== undefined) {
        await expect(bar(page)).toHaveAttribute('data-phase', 'done')
        for (const sight of step.see ?? [])
          await expect(
            'text' in sight ? page.getByText(sight.text).first() : locate(page, sight),
          ).toBeVisible()
      }
      await bar(page)
        .getByRole('button', { name: /^(Next|Finish)$/ })
        .click()
    }
    await expect(bar(page)).toHaveCount(0)
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  for (const { name, story } of stories.filter((each) => isSweep || WATCHED.has(each.name))) {
    test(`the story “${story.title}” can be watched with the keyboard only [DEMO-002, DEMO-003]`, async ({
      page,
    }) => {
      await open(page, name, story.steps.length)
      for (const index of story.steps.keys()) {
        await expect(bar(page)).toHaveAttribute('data-step', String(index + 1))
        if (index === 1) await expectAccessible(page)
        await page.keyboard.press('F6')
        await expect(bar(page).getByRole('button', { name: /^(Next|Finish)$/ })).toBeFocused()
        await page.keyboard.press('Enter')
      }
      await expect(bar(page)).toHaveCount(0)
    })
  }
})

test('a story continues after a reload, goes back to the start of a step, and shows presenter notes [DEMO-004, DEMO-005]', async ({
  page,
}) => {
  const { name, story } = stories.find((each) => each.name === 'roles') ?? { name: '', story: { steps: [] } }
  await open(page, name, story.steps.length)
  const [, popup] = await Promise.all([
    bar(page).getByRole('button', { name: 'Presenter notes' }).click(),
    page.waitForEvent('popup'),
  ])
  await expect(popup.getByText(story.steps[1]?.say ?? '')).toBeVisible()
  await popup.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('button', { name: 'Account of olive' })).toBeVisible()
  await expect(popup.getByText('Disabled buttons stay in place')).toBeVisible()
  await expectAccessible(popup)
  await popup.close()

  await page.reload()
  await expect(bar(page).getByText(story.steps[1]?.say ?? '')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Back' }).click()
  await expect(bar(page).getByText(story.steps[0]?.say ?? '')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of devi' })).toBeVisible()
  await bar(page).getByRole('button', { name: 'Close the story' }).click()
  await expect(bar(page)).toHaveCount(0)
})

test('a first-time visitor finds the stories and starts one; an unknown story shows an error [DEMO-001, DEMO-006]', async ({
  page,
  world,
}) => {
  await world.open('first-look', { as: null })
  await page.getByRole('button', { name: /^Follow a story/ }).click()
  const panel = page.getByRole('dialog', { name: 'Simulator' })
  await expect(panel).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Start “Two-factor and single sign-on”' }).click()
  await expect(bar(page).getByText('Step 1 of')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Two-factor authentication' })).toBeVisible()

  await page.goto('/?story=no-such-story')
  await expect(bar(page).getByRole('alert')).toContainText('There is no story “no-such-story”')
  await page.goto('/?story=//evil.example/story.yaml')
  await expect(bar(page).getByRole('alert')).toContainText('There is no story')
})

import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createStories } from '@/control-panel/stories/load-stories.tsx'
import { storyProgress } from '@/control-panel/stories/story-progress.ts'
import { aControlClient, aDashboard, openStrip } from '@/control-panel/testing/a-panel.tsx'
import { followWorld } from '@/control-panel/world-clock.ts'
import type { PendingLink } from '@/simulation/control-client.ts'
import { ThemeProvider } from '@/ui/theme/ThemeProvider.tsx'
import { beginWithLinkedStory } from './linked-questions.ts'
import { pendingReplacement } from './pending-replacement.ts'
import { ReplaceQuestion } from './ReplaceQuestion.tsx'

afterEach(() => {
  cleanup()
  pendingReplacement.set(null)
  sessionStorage.clear()
})

function aLink(loss: PendingLink['loss']) {
  const dismiss = vi.fn()
  const open = vi.fn(async () => ({
    ...(await aControlClient().state()),
    scenario: 'release-day',
    title: 'Release day',
  }))
  return { client: aControlClient({ pendingLink: { loss, open, dismiss } }), open, dismiss }
}

const aSurrounding = async (client: ReturnType<typeof aControlClient>, session: string | null) => ({
  clock: await followWorld(client),
  dashboard: aDashboard(undefined, session),
})

const question = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a link to another world asks, names what is lost, and opens it when that is confirmed', async () => {
  const { client, open, dismiss } = aLink({ actions: 3, pages: 2 })
  const { strip } = await openStrip(client, 'mine')
  const dialog = await question('Open the linked world?')
  expect(
    dialog.getByText('The link replaces the world “First look” in every tab of this browser:'),
  ).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '3 actions that were done in it are lost.',
    '2 other tabs show it.',
    'You are signed out in every tab, unless your account exists in the linked world too.',
  ])
  expect(open).not.toHaveBeenCalled()
  expect(strip.getByText('First look')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Open the world' }))
  expect(await strip.findByText('Release day')).toBeTruthy()
  expect(open).toHaveBeenCalledOnce()
  expect(dismiss).not.toHaveBeenCalled()
})

test('declining a linked world keeps the open one, also for a reload', async () => {
  const { client, open, dismiss } = aLink({ actions: 1, pages: 0 })
  await openStrip(client)
  const dialog = await question('Open the linked world?')
  expect(dialog.getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(dismiss).toHaveBeenCalledOnce())
  expect(open).not.toHaveBeenCalled()
})

test('a linked world that cannot be opened says why in the question', async () => {
  const { client, open } = aLink({ actions: 1, pages: 0 })
  open.mockRejectedValue(new Error('There is no room'))
  await openStrip(client)
  const dialog = await question('Open the linked world?')
  await userEvent.click(dialog.getByRole('button', { name: 'Open the world' }))
  expect(await dialog.findByText(/There is no room/)).toBeTruthy()
})

test('an unchanged world in other tabs is replaced without a question if nobody is signed in', async () => {
  const { client, open } = aLink({ actions: 0, pages: 2 })
  const { strip } = await openStrip(client)
  expect(open).toHaveBeenCalledOnce()
  expect(strip.getByText('Release day')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a linked world that fails to open leaves the current one, and says why', async () => {
  const { client, open, dismiss } = aLink({ actions: 0, pages: 0 })
  open.mockRejectedValue(new Error('There is no room'))
  const { strip } = await openStrip(client)
  expect(strip.getByText('First look')).toBeTruthy()
  expect(screen.getByText('There is no room')).toBeTruthy()
  expect(dismiss).toHaveBeenCalledOnce()
})

test('a link to a story asks before its world and user replace what is there', async () => {
  const start = vi.fn(async () => {})
  const { door } = await openStrip(aControlClient())
  const { clock, dashboard } = await aSurrounding(door, 'mine')
  const keep = vi.fn(async () => {})
  await beginWithLinkedStory(start, keep, { client: door, clock, dashboard })
  const dialog = await question('Start the linked story?')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'You are signed out in every tab, and signed in as the user of the story here.',
  ])
  expect(start).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Start the story' }))
  await waitFor(() => expect(start).toHaveBeenCalledOnce())

  const free = await aSurrounding(door, null)
  await beginWithLinkedStory(start, keep, { client: door, ...free })
  expect(start).toHaveBeenCalledTimes(2)
  expect(keep).not.toHaveBeenCalled()
})

test('declining a linked story continues the one from before a reload', async () => {
  const running = { which: 'first-device', index: 0, marks: [] }
  storyProgress.set(running)
  const client = aControlClient()
  const surrounding = await aSurrounding(client, 'mine')
  const { begin, Stage } = createStories(
    { ...surrounding.dashboard, client, learn: vi.fn() },
    surrounding.clock,
    'outage',
    (start, keep) => beginWithLinkedStory(start, keep, { client, ...surrounding }),
  )
  render(
    <ThemeProvider test>
      <Stage />
      <ReplaceQuestion />
    </ThemeProvider>,
  )
  await act(begin)
  const dialog = await question('Start the linked story?')
  expect(screen.queryByRole('region', { name: 'Story' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('region', { name: 'Story' })).toBeTruthy()
  expect(storyProgress.get()).toEqual(running)
})

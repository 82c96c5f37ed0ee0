import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { formatPreferences } from '../../../src/lib/format-preferences.ts'
import { dismissAllToasts } from '../../../src/ui/feedback/toasts.ts'
import { rows } from '../faults/rows/index.ts'
import { openWorld } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'
import { listen, type Heard } from './heard.ts'

/** Whether what appears belongs to a page that is about to appear: decided by what is there, not by the speed of the machine. */
const arrival = vi.hoisted(() => ({ isOver: false }))
vi.mock('../../../src/ui/feedback/page-arrival.ts', () => ({
  notePageArrival() {},
  isPageArriving: () => !arrival.isOver,
}))

const usual = formatPreferences.get()
afterEach(() => formatPreferences.set(usual))

const START = Date.parse('2026-11-20T14:00Z')

type Step = string | ((world: TestCloud, heard: Heard) => Promise<unknown>)

const time = (ms: number) => async (world: TestCloud) => world.clock.advanceTo(world.clock.now() + ms)
const until = (line: RegExp) => (_: TestCloud, heard: Heard) =>
  waitFor(() => expect(heard.lines().at(-1)).toMatch(line))
const fails = (route: string) => (world: TestCloud) =>
  world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route, times: 1, kind: 'status', status: 500 },
  })

/** Writes by their row in the table of writes, and what happens between them. */
const JOURNEYS: Readonly<Record<string, readonly Step[]>> = {
  'a device gets another name and a note': ['PATCH device', 'PATCH device, its note'],
  'a rename fails, then succeeds': [fails('PATCH /v7/device*'), 'PATCH device'],
  'a service is restarted and runs again': [
    'proxy.restartService',
    until(/uplink: Stopping/),
    time(60_000),
    until(/uplink: Running/),
  ],
  'a tag is added and removed': ['POST device_tag', 'DELETE release_tag'],
  'a variable is staged and applied': ['POST application_environment_variable'],
  'a provisioning key is created': ['keys.create'],
  'a release is invalidated': ['PATCH release'],
  'a fleet is created': ['POST application'],
  'somebody is invited': ['POST organization_invite'],
  'a device is deleted': ['DELETE device'],
}

function goTo(path: string) {
  window.history.pushState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

/** Performs a write as its row says, on its page. */
async function perform(name: string, world: TestCloud): Promise<void> {
  const row = rows.find(({ write, way }) => (way === undefined ? write : `${write}, ${way}`) === name)
  if (row === undefined) throw new Error(`There is no row ${name}`)
  const path = typeof row.at === 'string' ? row.at : await row.at(world)
  if (window.location.pathname !== path) {
    const { title } = document
    arrival.isOver = false
    goTo(path)
    await waitFor(() => expect(document.title).not.toBe(title))
  }
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  arrival.isOver = true
  const form = await row.open(1, world)
  const isSubmit = (text: string) =>
    typeof row.submit === 'string' ? text === row.submit : row.submit.test(text)
  const submit = () => {
    const labelled = [...form.querySelectorAll('button')]
    const button = labelled.find((each) => isSubmit(each.getAttribute('aria-label') ?? each.textContent))
    if (button === undefined) throw new Error(`No ${String(row.submit)}`)
    return button
  }
  await waitFor(() => expect(reasonOf(submit())).toBeUndefined())
  for (;;) {
    fireEvent.click(submit())
    const isRefused = await waitFor(() => {
      const isCovered = screen.queryAllByRole('dialog', { hidden: true }).length > 1
      if (!form.isConnected || isCovered || row.isDone?.(form) === true) return false
      expect(within(form).queryByRole('alert')).not.toBeNull()
      return true
    })
    if (!isRefused) return
  }
}

test('what a screen reader hears in ten journeys is what it heard before', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  formatPreferences.set({ timeZone: 'UTC', hours: 24, region: 'en-GB' })
  const { world } = await openWorld('/fleets', { as: 'ada' })
  vi.setSystemTime(world.clock.now())
  await screen.findByRole('heading', { level: 1 })
  let all = ''
  for (const [name, steps] of Object.entries(JOURNEYS)) {
    dismissAllToasts()
    const heard = listen()
    for (const step of steps) {
      if (typeof step === 'string') await perform(step, world)
      else await step(world, heard)
    }
    // The last write or change is announced.
    await waitFor(() => expect(heard.lines().at(-1)).toMatch(/^status: /))
    heard.end()
    all += `${name}\n${heard
      .lines()
      .map((line) => `  ${line}\n`)
      .join('')}\n`
    for (const button of screen.queryAllByRole('button', { name: /^(Close|I have saved it)$/ }))
      fireEvent.click(button)
  }
  await expect(all).toMatchFileSnapshot('journeys.txt')
})

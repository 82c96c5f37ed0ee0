import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { aControlClient } from '@/control-panel/testing/a-panel.tsx'
import { followWorld } from '@/control-panel/world-clock.ts'
import { ThemeProvider } from '@/ui/theme/ThemeProvider.tsx'
import { builtInStories, loadStory } from './catalogue.ts'
import { findControl, isSeen, perform, STORY_HOST } from './find-control.ts'
import { createStoryRunner, type StoryHost } from './story-runner.ts'
import { readStory, type Story } from './story.ts'
import { StoryBar } from './StoryBar.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const FILE = `
title: Two steps
about: A story for tests.
minutes: 1
world: { scenario: first-look, seed: 7 }
person: ada
steps:
  - say: Press it.
    at: /fleets
    do:
      - press: { role: button, name: Save * }
    see:
      - { text: Saved }
  - say: Time passes.
    as: olive
    world:
      - { advance: 10 min }
`

function aHost(client = aControlClient()) {
  const paths: string[] = ['/login']
  let session: string | null = null
  const people: string[] = []
  const host: StoryHost = {
    client,
    learn: vi.fn(),
    async become(email) {
      people.push(email)
      session = `session of ${email}`
    },
    signOut() {
      people.push('nobody')
      session = null
    },
    session: () => session,
    onSignOut() {},
    resume: async (kept) => void people.push((session = kept)),
    go: async (path) => void paths.push(path),
    path: () => paths.at(-1) ?? '',
    load: async (which) => ({ name: which, story: readStory(FILE) }),
  }
  return { host, paths, people, client }
}

function Form() {
  const [name, setName] = useState('')
  const [saved, setSaved] = useState(false)
  return (
    <>
      <label>
        Name <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <button type="button" hidden>
        Save it
      </button>
      <section aria-label="Details">
        <button type="button" onClick={() => setSaved(name !== '')}>
          Save {name}
        </button>
      </section>
      {saved && <p>Saved {name}</p>}
    </>
  )
}

test('all stories of the product are valid', () => {
  expect(builtInStories().length).toBeGreaterThanOrEqual(8)
})

test.each([
  ['steps:\n  - say: Press it.', 'steps: []\nextra:\n  - say: Press it.', 'Line 7: steps must have a step'],
  ['minutes: 1', 'minutes: 1\nextra: 2', 'Line 5: The file must not have "extra"'],
  ['role: button', 'role: knob', 'Line 11: steps.0.do.0 must be press, type … into, or choose … in'],
  ['at: /fleets', 'at: //evil.example', 'Line 9: steps.0.at must be a path of the dashboard'],
  ['advance: 10 min', 'advance: a while', 'Line 17: steps.1.world.0.advance must be a duration'],
  ['    see:\n      - { text: Saved }\n', '', /must have "see"/],
])(
  'a story in which %j is replaced by %j is rejected with line and reason [DEMO-006]',
  (good, bad, reason) => {
    expect(() => readStory(FILE.replace(good, bad))).toThrow(reason)
  },
)

test('a story of another host, or a missing one, is not loaded [DEMO-006]', async () => {
  await expect(loadStory('//evil.example/story.yaml')).rejects.toThrow('There is no story')
  await expect(loadStory('https://evil.example/story.yaml')).rejects.toThrow('There is no story')
  await expect(loadStory('nothing-like-it')).rejects.toThrow('There is no story “nothing-like-it”')
})

test('the file of a story is read in a worker, so that no file blocks the page', async () => {
  vi.stubGlobal('fetch', async () => new Response(FILE))
  const started = vi.fn()
  const terminate = vi.fn()
  vi.stubGlobal(
    'Worker',
    class {
      readonly #listeners: ((event: object) => void)[] = []
      readonly terminate = terminate
      constructor(url: URL) {
        started(url.pathname)
      }
      addEventListener(type: string, listener: (event: object) => void) {
        if (type === 'message') this.#listeners.push(listener)
      }
      postMessage(text: string) {
        for (const listener of this.#listeners) listener({ data: { value: readStory(text) } })
      }
    },
  )
  expect((await loadStory('stories/ours.yaml')).story.title).toBe('Two steps')
  expect(started).toHaveBeenCalledWith(expect.stringMatching(/story-worker/))
  expect(terminate).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('a control is found by role and name if it is accessible, optionally within another', () => {
  render(
    <>
      <Form />
      {createPortal(
        <div {...{ [STORY_HOST]: '' }}>
          <button type="button">Save everything</button>
        </div>,
        document.body,
      )}
    </>,
  )
  expect(findControl({ role: 'button', name: 'Save it' })).toBeUndefined()
  expect(findControl({ role: 'button', name: 'Save everything' })).toBeUndefined()
  const save = screen.getByRole('button', { name: 'Save' })
  expect(findControl({ role: 'button', name: 'Save*' })).toBe(save)
  expect(findControl({ role: 'button', name: 'Save', in: { role: 'region', name: 'Details' } })).toBe(save)
  expect(findControl({ role: 'button', name: 'Save', in: { role: 'region', name: 'Other' } })).toBeUndefined()
  expect(isSeen({ text: 'Save everything' })).toBe(false)
})

test('a story’s input reaches the form like a user’s', async () => {
  render(<Form />)
  expect(perform({ type: 'crane', into: { role: 'textbox', name: 'Name' } })).toBeUndefined()
  await userEvent.click(await screen.findByRole('button', { name: 'Save crane' }))
  expect(screen.getByText('Saved crane')).toBeTruthy()
  const remove = { role: 'button', name: 'Delete' } as const
  expect(perform({ press: remove })).toEqual(remove)
  render(
    <button type="button" aria-disabled="true">
      Delete
    </button>,
  )
  expect(perform({ press: remove })).toEqual(remove)
})

test('Next performs the step, changes the world, and switches the user [DEMO-002]', async () => {
  const { host, paths, people, client } = aHost()
  const reset = vi.spyOn(client, 'reset')
  const advance = vi.spyOn(client, 'advance')
  render(<Form />)
  await userEvent.type(screen.getByLabelText('Name'), 'crane')
  const runner = createStoryRunner(host)
  await runner.open('two-steps')
  expect(reset).toHaveBeenCalledWith({ scenario: 'first-look', seed: 7 })
  expect(runner.state()).toMatchObject({ is: 'told', index: 0, phase: 'reading' })
  expect(people).toEqual(['ada@flotilla.example'])
  expect(paths.at(-1)).toBe('/fleets')

  await runner.next()
  expect(screen.getByText('Saved crane')).toBeTruthy()
  expect(runner.state()).toMatchObject({ index: 1 })
  expect(people.at(-1)).toBe('olive@flotilla.example')
  await runner.next()
  expect(advance).toHaveBeenCalledWith(600_000)
  expect(runner.state()).toEqual({ is: 'none' })
})

test('a step done by the user is detected, and Next only continues [DEMO-002]', async () => {
  const { host } = aHost()
  render(<Form />)
  const runner = createStoryRunner(host)
  await runner.open('two-steps')
  runner.poll()
  expect(runner.state()).toMatchObject({ phase: 'reading' })
  await userEvent.type(screen.getByLabelText('Name'), 'crane')
  await userEvent.click(screen.getByRole('button', { name: 'Save crane' }))
  runner.poll()
  expect(runner.state()).toMatchObject({ index: 0, phase: 'done' })
  await userEvent.click(screen.getByRole('button', { name: 'Save crane' }))
  await runner.next()
  expect(runner.state()).toMatchObject({ index: 1 })
})

test('the Next button gets the focus again after a page took it [DEMO-003]', async () => {
  const { host, client } = aHost()
  render(<Form />)
  const name = screen.getByLabelText('Name')
  await userEvent.type(name, 'crane')
  const runner = createStoryRunner(host)
  const clock = await followWorld(client)
  render(
    <ThemeProvider test>
      <StoryBar runner={runner} clock={clock} />
    </ThemeProvider>,
  )
  await act(() => runner.open('two-steps'))
  // A user who only reads keeps the focus.
  expect(document.activeElement).toBe(name)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  const next = await screen.findByRole('button', { name: 'Finish' })
  act(() => name.focus())
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test('Back restores world, user and page of the previous step; a reload continues there [DEMO-004]', async () => {
  const { host, people, paths, client } = aHost()
  const rewind = vi.spyOn(client, 'rewind')
  render(<Form />)
  await userEvent.type(screen.getByLabelText('Name'), 'crane')
  const runner = createStoryRunner(host)
  await runner.open('two-steps')
  await runner.next()
  const after = createStoryRunner(host)
  await after.resume()
  expect(after.state()).toMatchObject({ index: 1, phase: 'reading' })
  await after.back()
  expect(rewind).toHaveBeenCalledWith(4)
  expect(after.state()).toMatchObject({ index: 0, phase: 'reading' })
  expect([people.at(-1), paths.at(-1)]).toEqual(['session of ada@flotilla.example', '/fleets'])
})

test('Back leads to the time of the previous step if its snapshot is gone, or its number is that of another [DEMO-004]', async () => {
  const { host, client } = aHost()
  const runner = createStoryRunner(host)
  render(<Form />)
  await userEvent.type(screen.getByLabelText('Name'), 'crane')
  await runner.open('two-steps')
  await runner.next()
  const { snapshots, ...rest } = await client.timeline()
  const last = snapshots.at(-1)
  for (const others of [[], [{ ...last, at: '2026-11-20T16:00:00.000Z' }] as typeof snapshots]) {
    vi.spyOn(client, 'timeline').mockResolvedValue({ ...rest, snapshots: others })
    const rewind = vi.spyOn(client, 'rewind')
    const after = createStoryRunner(host)
    await after.resume()
    await after.back()
    expect(rewind).toHaveBeenLastCalledWith(last?.at)
    expect(after.state()).toMatchObject({ index: 0, phase: 'reading' })
    await after.next()
  }
})

test('if the world rejects, the story stays at its step and shows the reason', async () => {
  const { host } = aHost(
    aControlClient({
      reset: async () => {
        throw new Error('There is no scenario "gone"')
      },
    }),
  )
  const runner = createStoryRunner(host)
  await runner.open('two-steps')
  expect(runner.state()).toEqual({ is: 'failed', which: 'two-steps', reason: 'There is no scenario "gone"' })
  runner.leave()
  expect(runner.state()).toEqual({ is: 'none' })
})

/** Words that people read in a minute, silently, in a language that is not their first. */
const WORDS_A_MINUTE = 200
/** To find the place on the page, and to look at what has changed. */
const LOOK_S = 3
/** To move to a control and use it, and to type a character. */
const [ACT_S, CHARACTER_S] = [2, 0.2]

function secondsOf({ steps }: Story): number {
  const words = steps.flatMap(({ say }) => say.split(/\s+/)).length
  const actions = steps.flatMap((step) => step.do ?? [])
  const typed = actions.reduce((sum, action) => sum + ('type' in action ? action.type.length : 0), 0)
  return (words / WORDS_A_MINUTE) * 60 + steps.length * LOOK_S + actions.length * ACT_S + typed * CHARACTER_S
}

test.each(builtInStories())(
  'the story $name ends within two minutes at the speed of reading, and says how long it takes',
  ({ story }) => {
    const seconds = secondsOf(story)
    expect(seconds).toBeGreaterThan(10)
    expect(seconds).toBeLessThanOrEqual(120)
    expect(story.minutes).toBe(Math.ceil(seconds / 60))
  },
)

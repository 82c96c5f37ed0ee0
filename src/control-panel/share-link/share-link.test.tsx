import { Blob as StreamingBlob } from 'node:buffer'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { pendingReplacement } from '@/control-panel/replace-world/pending-replacement.ts'
import { aControlClient, openPanel, openStrip } from '@/control-panel/testing/a-panel.tsx'
import { dismissAllToasts } from '@/ui/feedback/toasts.ts'
import { linkedPath } from './share-link-url.ts'
import { sharedWorldFile, packSharedWorld } from './shared-world.ts'

beforeEach(() => {
  // The Blob of jsdom cannot be streamed.
  vi.stubGlobal('Blob', StreamingBlob)
  connectApi({
    apiUrl: 'https://api.platform.example',
    terminalUrl: 'wss://terminal.platform.example',
    tokenKey: 'token',
    fetch: async () =>
      new Response(['e30', btoa(JSON.stringify({ id: 1, authTime: 0 })), 'signature'].join('.')),
  })
})

afterEach(() => {
  cleanup()
  pendingReplacement.set(null)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  dismissAllToasts()
  localStorage.clear()
  history.replaceState(null, '', '/')
})

const file = sharedWorldFile({ page: '/fleets/3?view=map', person: 'ada' }, '{"seed":7}')
const arrive = async (change: (file: string) => string = (whole) => whole) =>
  history.replaceState(null, '', linkedPath(await packSharedWorld(change(file))))

test('a link opens the world, signs in the user and shows the page before the first one is rendered [MOMENT-001]', async () => {
  await arrive()
  const client = aControlClient()
  const openSessionFile = vi.spyOn(client, 'openSessionFile')
  await openStrip(client)
  expect(openSessionFile).toHaveBeenCalledWith('{"seed":7}')
  expect(location.href).toBe(`${location.origin}/fleets/3?view=map`)
  expect(localStorage.getItem('token')).not.toBeNull()
  expect(await screen.findByText('Opened at 20 Nov 2026, 14:00:00 UTC, signed in as ada')).toBeTruthy()
})

test('a link with the names of version 30 opens too', async () => {
  const packed = await packSharedWorld(file.replace('"flotilla-share"', '"flotilla-moment"'))
  history.replaceState(null, '', `/#moment=${packed}`)
  const client = aControlClient()
  const openSessionFile = vi.spyOn(client, 'openSessionFile')
  await openStrip(client)
  expect(openSessionFile).toHaveBeenCalledWith('{"seed":7}')
  expect(location.href).toBe(`${location.origin}/fleets/3?view=map`)
})

test('shows the name of a user without a known password, and signs in nobody', async () => {
  await arrive((whole) => whole.replace('"ada"', '"newcomer"'))
  localStorage.setItem('token', 'of somebody else')
  await openStrip()
  expect(await screen.findByText('Sign in as newcomer to see the same.')).toBeTruthy()
  expect(localStorage.getItem('token')).toBeNull()
})

test.each([
  [
    '30.1.1',
    '29.0.0',
    /made with version 29\.0\.0 of the dashboard, and this is version 30\.1\.1\. The current world was not changed/,
  ],
  [
    'flotilla-share',
    'flotilla-bomb',
    /The link or file does not contain a moment of a simulated world\. The current world was not changed/,
  ],
])(
  'rejects a link with %s as %s with a message, and changes nothing [MOMENT-002, MOMENT-004]',
  async (good, bad, words) => {
    await arrive((whole) => whole.replace(good, bad))
    const client = aControlClient()
    const openSessionFile = vi.spyOn(client, 'openSessionFile')
    await openStrip(client)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(openSessionFile).not.toHaveBeenCalled()
    expect(location.href).toBe(`${location.origin}/`)
  },
)

test('shows the error of the world, and keeps the session [MOMENT-004]', async () => {
  await arrive()
  localStorage.setItem('token', 'mine')
  await openStrip(aControlClient({ openSessionFile: () => Promise.reject(new Error('"seed" is no number')) }))
  expect(await screen.findByText('"seed" is no number. The current world was not changed.')).toBeTruthy()
  expect(localStorage.getItem('token')).toBe('mine')
})

test('asks before a link replaces a world in which something was done, names what is lost, and keeps it until then', async () => {
  await arrive()
  const figures = await aControlClient().stats()
  const client = aControlClient({ stats: async () => ({ ...figures, actions: 3 }) })
  const openSessionFile = vi.spyOn(client, 'openSessionFile')
  await openStrip(client, 'mine')
  const dialog = within(await screen.findByRole('dialog', { name: 'Open the shared moment?' }))
  expect(
    dialog.getByText('The link replaces the world “First look” in every tab of this browser:'),
  ).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '3 actions that were done in it are lost.',
    'You are signed out in every tab, and signed in as ada here.',
  ])
  expect(location.href).toBe(`${location.origin}/`)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(openSessionFile).not.toHaveBeenCalled()
})

test('asks before a link takes a session, although nothing was done', async () => {
  await arrive()
  const client = aControlClient()
  const openSessionFile = vi.spyOn(client, 'openSessionFile')
  await openStrip(client, 'mine')
  const dialog = within(await screen.findByRole('dialog', { name: 'Open the shared moment?' }))
  expect(dialog.getAllByRole('listitem')).toHaveLength(1)
  expect(openSessionFile).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Open the moment' }))
  await waitFor(() => expect(openSessionFile).toHaveBeenCalledWith('{"seed":7}'))
  expect(await screen.findByText('Opened at 20 Nov 2026, 14:00:00 UTC, signed in as ada')).toBeTruthy()
})

test('copies the link to this moment, and shows it if the browser cannot copy [MOMENT-001]', async () => {
  const { panel } = await openPanel()
  const user = userEvent.setup()
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(panel.getByRole('button', { name: 'Copy link to this moment' }))
  expect(await panel.findByText(/^Link copied/)).toBeTruthy()
  expect(copy.mock.lastCall?.[0]).toMatch(/^http:\/\/[^/]+\/#share=[\w-]+$/)
  copy.mockRejectedValue(new Error('denied'))
  await user.click(panel.getByRole('button', { name: 'Copy link to this moment' }))
  expect(await panel.findByRole('textbox', { name: 'Link' })).toBeTruthy()
})

test('saves a moment that is too long for a link as a file, which the panel can open [MOMENT-003]', async () => {
  const noise = Array.from({ length: 4000 }, (_, n) => Math.sin(n)).join(' ')
  const saved: Blob[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:one'),
      revokeObjectURL() {},
    }),
  )
  const client = aControlClient({ sessionFile: async () => JSON.stringify({ noise }) })
  const openSessionFile = vi.spyOn(client, 'openSessionFile')
  const { panel } = await openPanel(client)
  await userEvent.click(panel.getByRole('button', { name: 'Copy link to this moment' }))
  expect(await panel.findByText(/many programs cut links after 8 kB/)).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Save this moment as a file' }))
  const [blob] = saved
  if (blob === undefined) throw new Error('Nothing was saved')
  await userEvent.upload(
    panel.getByLabelText('Open a session file'),
    new File([await blob.text()], 'moment.json', { type: 'application/json' }),
  )
  await waitFor(() => expect(openSessionFile).toHaveBeenCalledWith(JSON.stringify({ noise })))
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, connectApi } from '@/api/api.ts'
import { dismissAllToasts, shownToasts } from '@/ui/feedback/toasts.ts'
import { warnOfEnd, withdrawWarning } from './warn-of-end.ts'

const token = (exp: number) =>
  ['e30', Buffer.from(JSON.stringify({ id: 1, exp })).toString('base64url'), 'signature'].join('.')

const END = Math.floor(Date.now() / 1000) + 300
const LATER = END + 3600

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  dismissAllToasts()
  vi.unstubAllGlobals()
})

/** Warns of the end, and presses the button; the platform answers with this token. */
function renewWith(answer: string) {
  connectApi({
    apiUrl: 'https://api.platform.example',
    terminalUrl: 'wss://terminal.platform.example',
    tokenKey: 'token',
    fetch: async () => new Response(answer),
  })
  api().token.set(token(END))
  warnOfEnd(END * 1000)
  shownToasts()[0]?.action?.onPress()
}

const titles = () => shownToasts().map(({ title }) => title)

test('a session that ends later was renewed; the toast about that outlives the warning', async () => {
  renewWith(token(LATER))
  await vi.waitFor(() => expect(titles()).toEqual(['Your session was renewed']))
  withdrawWarning()
  expect(titles()).toEqual(['Your session was renewed'])
})

test.each([
  ['a token with the same end', token(END)],
  ['no token', 'OK'],
])('a session that got %s was not renewed, and the warning stays until the end moves', async (_, answer) => {
  renewWith(answer)
  await vi.waitFor(() => expect(titles()).toHaveLength(2))
  expect(titles()[0]).toMatch(/^Your session ends at /)
  expect(titles()[1]).toMatch(/^Your session could not be renewed/)
  withdrawWarning()
  expect(titles()).toHaveLength(1)
})

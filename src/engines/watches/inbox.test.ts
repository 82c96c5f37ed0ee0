import { expect, test } from 'vitest'
import { entryText } from '@/messages/watches/watches.ts'
import { asRead, BURST_MS, unreadIn, withEvents } from './inbox.ts'
import { isQuiet } from './quiet-hours.ts'
import type { WatchEvent } from './watch-engine.ts'
import { entrySchema, MAX_ENTRIES, plainName, watchSchema, type Watch } from './watch.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const watch: Watch = {
  id: '0123456789ab',
  paused: false,
  since: NOW,
  kind: 'list-offline',
  fleet: { id: 7, name: 'cold-chain-eu' },
  filter: '',
}
const happening = (change: Partial<WatchEvent> = {}): WatchEvent => ({
  what: 'list-offline',
  from: NOW,
  to: NOW + 60_000,
  count: 30,
  devices: [],
  ...change,
})
let drawn = 0
const draw = () => (drawn += 1).toString(16).padStart(12, '0')

test('joins events within two minutes with the unread entry, and reports them as one [OPS-075]', () => {
  const first = withEvents([], watch, [happening()], draw).inbox
  const next = happening({ from: NOW + 70_000, to: NOW + 119_000, count: 4 })
  const joined = withEvents(first, watch, [next], draw)
  expect(joined.inbox).toHaveLength(1)
  expect(joined.inbox.map(entryText)).toEqual(['34 devices of cold-chain-eu went offline within 2 minutes'])
  expect(joined.changed[0]?.id).toBe(first[0]?.id)

  const later = happening({ from: NOW + 60_001 + BURST_MS, to: NOW + 60_001 + BURST_MS })
  expect(withEvents(first, watch, [later], draw).inbox).toHaveLength(2)
  expect(withEvents(asRead(first), watch, [next], draw).inbox).toHaveLength(2)
  expect(withEvents(first, { ...watch, id: 'ba9876543210' }, [next], draw).inbox).toHaveLength(2)
})

test('starts a new entry after a while if a burst does not end [OPS-075]', () => {
  let inbox = withEvents([], watch, [happening()], draw).inbox
  for (let minute = 1; minute < 10; minute++)
    inbox = withEvents(
      inbox,
      watch,
      [happening({ from: NOW + minute * 60_000, to: NOW + minute * 60_000 })],
      draw,
    ).inbox
  expect(inbox.length).toBeGreaterThan(1)
})

test('keeps the newest entries in a form that can be read again, and counts the unread ones [OPS-076]', () => {
  let inbox = withEvents([], watch, [happening()], draw).inbox
  for (let n = 0; n < MAX_ENTRIES + 20; n++)
    inbox = withEvents(inbox, watch, [happening({ what: 'gone', count: 1 })], draw).inbox
  expect(inbox).toHaveLength(MAX_ENTRIES)
  for (const entry of inbox) expect(entrySchema.safeParse(entry).success).toBe(true)
  expect(unreadIn(inbox)).toBe(MAX_ENTRIES)
  expect(unreadIn(asRead(inbox, inbox[0]?.id))).toBe(MAX_ENTRIES - 1)
  expect(unreadIn(asRead(inbox))).toBe(0)
})

test.each([
  ['22:00', '07:00', '23:30', true],
  ['22:00', '07:00', '06:59', true],
  ['22:00', '07:00', '07:00', false],
  ['22:00', '07:00', '12:00', false],
  ['12:00', '13:00', '12:00', true],
  ['12:00', '13:00', '13:00', false],
  ['12:00', '12:00', '12:00', false],
])('quiet from %s to %s: at %s %s [OPS-077]', (from, to, at, quiet) => {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  expect(isQuiet({ from, to }, new Date(2026, 10, 20, hours, minutes).getTime())).toBe(quiet)
  expect(isQuiet(null, new Date(2026, 10, 20, hours, minutes).getTime())).toBe(false)
})

test('removes invisible characters that reorder text from names, and shortens them [OPS-076]', () => {
  const name = plainName(`evil\u202Egnp\u0007.exe\n${'💥'.repeat(200)}`)
  expect(name).toMatch(/^evil gnp .exe 💥+$/u)
  expect(watchSchema.safeParse({ ...watch, fleet: { id: 7, name } }).success).toBe(true)
})

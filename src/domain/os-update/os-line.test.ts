import { expect, test } from 'vitest'
import { osLine, type HostApp } from './os-line.ts'

const app = (raw_version: string, phase: string | null, tags: Record<string, string> = {}): HostApp => ({
  application_tag: Object.entries(tags).map(([tag_key, value]) => ({ tag_key, value })),
  owns__release: [{ raw_version, phase }],
})
const esr = {
  'release-policy': 'esr',
  'esr-next': '2026.10',
  'esr-current': '2026.7',
  'esr-sunset': '2026.4',
}

test.each([
  ['next', 'next'],
  ['current', 'current'],
  ['sunset', 'sunset'],
  ['end-of-life', 'outdated'],
])('a release in phase %s belongs to line %s [DEV-029]', (phase, line) => {
  expect(osLine('6.1.0', [app('6.1.0', phase)])).toBe(line)
})

test.each([
  ['2026.10.1', 'next'],
  ['2026.7.3', 'current'],
  ['2026.4.0', 'sunset'],
  ['2025.1.0', 'outdated'],
])('without a phase, the host app’s tags define that extended-support version %s is %s', (version, line) => {
  expect(osLine(version, [app(version, null, esr)])).toBe(line)
})

test('a release without a phase in an ordinary host app has no line', () => {
  expect(osLine('6.1.0', [app('6.1.0', null)])).toBeNull()
})

test('a version without a host app has no line', () => {
  expect(osLine('9.9.9', [app('6.1.0', 'current')])).toBeNull()
})

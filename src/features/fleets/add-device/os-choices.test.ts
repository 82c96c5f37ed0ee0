import { expect, test } from 'vitest'
import type { OsRelease } from '@/domain/os-update/os-update.ts'
import { osVersionChoices, typesFor } from './os-choices.ts'

const release = (version: string, more: Partial<OsRelease> = {}): OsRelease => ({
  deviceType: 'raspberrypi5',
  version,
  variant: '',
  isEsr: false,
  base: version,
  knownIssues: null,
  ...more,
})
const releases = [
  release('6.0.24'),
  release('6.1.0', { knownIssues: 'Wi-Fi drops' }),
  release('5.3.22', { variant: 'dev' }),
  release('2026.7.1', { isEsr: true }),
]

test('lists versions newest first, and recommends the first one without known issues', () => {
  expect(osVersionChoices(releases, { line: 'default', edition: 'prod' })).toEqual([
    { version: '6.1.0', knownIssues: 'Wi-Fi drops', isRecommended: false },
    { version: '6.0.24', knownIssues: null, isRecommended: true },
  ])
})

test('lists extended support releases and editions separately', () => {
  const versions = (line: 'default' | 'esr', edition: 'prod' | 'dev') =>
    osVersionChoices(releases, { line, edition }).map(({ version }) => version)
  expect(versions('esr', 'prod')).toEqual(['2026.7.1'])
  expect(versions('default', 'dev')).toEqual(['6.1.0', '6.0.24', '5.3.22'])
})

test('offers only device types that can run releases of the fleet [FLEET-029]', () => {
  const types = [
    { slug: 'raspberrypi5', name: 'Raspberry Pi 5', architecture: 'aarch64' },
    { slug: 'raspberrypi3', name: 'Raspberry Pi 3', architecture: 'armv7hf' },
    { slug: 'intel-nuc', name: 'Intel NUC', architecture: 'amd64' },
    { slug: 'odd', name: 'Odd', architecture: null },
  ]
  const slugs = (architecture: string) => typesFor(architecture, types).map(({ slug }) => slug)
  expect(slugs('armv7hf')).toEqual(['raspberrypi3', 'raspberrypi5'])
  expect(slugs('aarch64')).toEqual(['raspberrypi5'])
  expect(slugs('amd64')).toEqual(['intel-nuc'])
})

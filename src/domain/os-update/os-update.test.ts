import { describe, expect, test } from 'vitest'
import {
  classifyOsUpdate,
  osUpdateClassifier,
  isUpdated,
  osChoices,
  osReleasesOf,
  whyNotUpdateOs,
  type OsRelease,
  type OsUpdateClass,
  type OsUpdateDevice,
} from './os-update.ts'

const aDevice = (change: Partial<OsUpdateDevice> = {}): OsUpdateDevice => ({
  id: 1,
  uuid: 'a'.repeat(32),
  device_name: 'gate-north',
  online: true,
  deviceType: 'raspberrypi4-64',
  osVersion: 'balenaOS 6.0.24',
  osVariant: 'prod',
  ...change,
})

const aRelease = (version: string, change: Partial<OsRelease> = {}): OsRelease => ({
  deviceType: 'raspberrypi4-64',
  version,
  variant: '',
  isEsr: false,
  base: version,
  knownIssues: null,
  ...change,
})

const esr = (version: string, base: string) => aRelease(version, { isEsr: true, base })

const catalogue: readonly OsRelease[] = [
  aRelease('5.3.22'),
  aRelease('6.0.13'),
  aRelease('6.0.24'),
  aRelease('6.1.0'),
  esr('2025.7.4', '6.0.0'),
  esr('2026.1.2', '6.0.13'),
  esr('2026.7.1', '6.0.24'),
  aRelease('6.1.0', { deviceType: 'raspberrypi5' }),
  aRelease('6.2.0', { deviceType: 'raspberrypi5' }),
]

const onEsr = { osVersion: 'balenaOS 2026.1.2' }

describe('the effect of an update on a device', () => {
  test.each<[OsUpdateClass, string, Partial<OsUpdateDevice>, string]>([
    ['offline', 'one that is offline, whatever else is true', { online: false, osVersion: null }, '6.1.0'],
    ['not-supported', 'a type without any version', { deviceType: 'toaster' }, '6.1.0'],
    ['not-supported', 'one that has not told its version', { osVersion: null }, '6.1.0'],
    ['not-supported', 'one below the oldest version to leave', { osVersion: '2.13.6+rev1' }, '6.1.0'],
    ['not-supported', 'an older target', {}, '6.0.13'],
    ['up-to-date', 'one that runs the target', { osVersion: 'balenaOS 6.1.0' }, '6.1.0'],
    ['not-available', 'a target that its type does not have', {}, '6.2.0'],
    ['updatable', 'a newer target', {}, '6.1.0'],
    ['updatable', 'extended support to a newer one', onEsr, '2026.7.1'],
    ['not-supported', 'extended support to an older one', onEsr, '2025.7.4'],
    ['updatable-to-esr', 'a first step to extended support', {}, '2026.7.1'],
    ['downgrade-to-esr', 'extended support that is built on an older version', {}, '2026.1.2'],
    ['switch-to-non-esr', 'a way back from extended support', onEsr, '6.1.0'],
  ])('%s: %s [DACT-011]', (osClass, _what, change, target) => {
    expect(classifyOsUpdate(aDevice(change), target, catalogue)).toBe(osClass)
  })

  test('a version published only for development is not available to a production device', () => {
    const only = [...catalogue, aRelease('6.3.0', { variant: 'dev' })]
    expect(classifyOsUpdate(aDevice(), '6.3.0', only)).toBe('not-available')
    expect(classifyOsUpdate(aDevice({ osVariant: 'dev' }), '6.3.0', only)).toBe('updatable')
  })
})

test('only updatable devices and those that switch to extended support are updated [DACT-012]', () => {
  const classes: OsUpdateClass[] = [
    'offline',
    'not-supported',
    'up-to-date',
    'not-available',
    'updatable',
    'updatable-to-esr',
    'downgrade-to-esr',
    'switch-to-non-esr',
  ]
  expect(classes.filter(isUpdated)).toEqual(['updatable', 'updatable-to-esr'])
})

test('the devices of a selection are counted by class', () => {
  const devices = [
    aDevice({ id: 1 }),
    aDevice({ id: 2 }),
    aDevice({ id: 3, online: false }),
    aDevice({ id: 4, osVersion: '6.1.0' }),
  ]
  const counts = [...Map.groupBy(devices, osUpdateClassifier('6.1.0', catalogue))].map(
    ([osClass, those]) => [osClass, those.map(({ id }) => id)] as const,
  )
  expect(counts).toEqual([
    ['updatable', [1, 2]],
    ['offline', [3]],
    ['up-to-date', [4]],
  ])
})

describe('the offered versions', () => {
  const versions = (devices: OsUpdateDevice[], options: { withEsr?: boolean } = {}) =>
    osChoices(
      devices,
      catalogue.filter(({ deviceType }) => deviceType === 'raspberrypi4-64'),
      options,
    ).map(({ version }) => version)

  test('are not lower than the newest running version [DACT-022]', () => {
    expect(versions([aDevice({ osVersion: '5.3.22' })])).toEqual(['6.1.0', '6.0.24', '6.0.13', '5.3.22'])
    expect(versions([aDevice({ osVersion: '5.3.22' }), aDevice({ osVersion: '6.0.24' })])).toEqual([
      '6.1.0',
      '6.0.24',
    ])
  })

  test('are only extended-support versions for devices with extended support [DACT-024]', () => {
    expect(versions([aDevice(onEsr)])).toEqual(['2026.7.1', '2026.1.2'])
    expect(versions([aDevice(onEsr)], { withEsr: true })).toEqual(['2026.7.1', '2026.1.2'])
  })

  test('include extended support for other devices only on request [DACT-025]', () => {
    expect(versions([aDevice()])).toEqual(['6.1.0', '6.0.24'])
    expect(versions([aDevice()], { withEsr: true })).toEqual(['2026.7.1', '6.1.0', '6.0.24'])
  })

  test('include both kinds for a mixed selection', () => {
    expect(versions([aDevice(), aDevice({ id: 2, ...onEsr })])).toEqual([
      '2026.7.1',
      '2026.1.2',
      '6.1.0',
      '6.0.24',
    ])
  })

  test('include the running one, disabled with a reason [DACT-023]', () => {
    const reasons = osChoices([aDevice()], catalogue).map(({ version, reason }) => [version, reason])
    expect(Object.fromEntries(reasons)).toMatchObject({
      '6.1.0': undefined,
      '6.0.24': 'already running this version',
    })
  })

  test('recommend the first one without known issues and without takeover [DACT-027]', () => {
    const recommended = (devices: OsUpdateDevice[], releases: OsRelease[]) =>
      osChoices(devices, releases).find(({ isRecommended }) => isRecommended)?.version
    expect(recommended([aDevice()], [aRelease('6.1.0'), aRelease('6.0.30')])).toBe('6.1.0')
    expect(
      recommended([aDevice()], [aRelease('6.1.0', { knownIssues: 'No Wi-Fi' }), aRelease('6.0.30')]),
    ).toBe('6.0.30')
    const xavier = { deviceType: 'jetson-xavier' }
    expect(
      recommended(
        [aDevice({ ...xavier, osVersion: '6.0.24' })],
        [aRelease('6.1.0', xavier), aRelease('6.0.30', xavier)],
      ),
    ).toBe('6.0.30')
  })
})

test('a device without any update path has a reason [DACT-033, DACT-037, DACT-043]', () => {
  expect(whyNotUpdateOs(aDevice(), catalogue)).toBeUndefined()
  expect(whyNotUpdateOs(aDevice({ online: false }), catalogue)).toEqual({ reason: 'Device must be online' })
  expect(whyNotUpdateOs(aDevice({ deviceType: 'toaster' }), catalogue)).toEqual({
    reason: 'Update not supported for this device type and version',
    detail: 'OS version 6.0.24 is not supported for device type toaster',
  })
})

test('old-style releases have their version and variant in tags, and old versions get a revision [DACT-026]', () => {
  const release = { variant: '', known_issue_list: null, release_tag: [] }
  const [old, plain, extended] = osReleasesOf([
    {
      is_for__device_type: [{ slug: 'raspberrypi3' }],
      application_tag: [{ tag_key: 'release-policy', value: 'default' }],
      owns__release: [
        {
          ...release,
          raw_version: '0.0.0-1569',
          release_tag: [
            { tag_key: 'version', value: '2.44.0' },
            { tag_key: 'variant', value: 'prod' },
          ],
        },
        { ...release, raw_version: '6.1.0' },
      ],
    },
    {
      is_for__device_type: [{ slug: 'raspberrypi3' }],
      application_tag: [{ tag_key: 'release-policy', value: 'esr' }],
      owns__release: [
        {
          ...release,
          raw_version: '2026.7.1',
          release_tag: [{ tag_key: 'meta-balena-base', value: '6.0.24' }],
        },
      ],
    },
  ])
  expect(old).toMatchObject({ version: '2.44.0+rev1', variant: 'prod', isEsr: false })
  expect(plain).toMatchObject({ version: '6.1.0', base: '6.1.0', isEsr: false })
  expect(extended).toMatchObject({ version: '2026.7.1', base: '6.0.24', isEsr: true })
})

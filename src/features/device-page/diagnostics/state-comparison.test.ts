import { expect, test } from 'vitest'
import { compareStates, currentState, targetState, type DeviceRow } from './state-comparison.ts'

const aRow = (change: Partial<DeviceRow> = {}): DeviceRow => ({
  device_name: 'gate-north',
  os_version: 'balenaOS 6.0.24',
  supervisor_version: '17.0.1',
  is_running__release: [{ commit: 'aaa' }],
  should_be_managed_by__release: [],
  should_be_operated_by__release: [],
  image_install: [
    {
      status: 'Running',
      is_provided_by__release: [{ commit: 'aaa' }],
      installs__image: [{ id: 7, is_a_build_of__service: [{ service_name: 'main' }] }],
    },
    {
      status: 'Downloading',
      is_provided_by__release: [{ commit: 'bbb' }],
      installs__image: [{ id: 8, is_a_build_of__service: [{ service_name: 'main' }] }],
    },
  ],
  ...change,
})

const service = (image_id: number) => ({ id: 1, image_id, image: 'x', environment: {}, labels: {} })

const version3 = (releases: Record<string, number>) => ({
  version: 3 as const,
  state: {
    uuid: {
      name: 'gate-north',
      config: {},
      apps: {
        supervisor: {
          id: 9,
          name: 'aarch64-supervisor',
          is_host: false,
          class: 'app' as const,
          releases: {},
        },
        fleet: {
          id: 1,
          name: 'gates',
          is_host: false,
          class: 'fleet' as const,
          releases: Object.fromEntries(
            Object.entries(releases).map(([commit, image]) => [
              commit,
              { id: 2, services: { main: service(image) } },
            ]),
          ),
        },
      },
    },
  },
})

const compared = (row: DeviceRow, target: Parameters<typeof targetState>[2]) =>
  compareStates(currentState(row, null), targetState(row, 'uuid', target))

test('a device in its target state has no differences', () => {
  const differences = compared(aRow(), version3({ aaa: 7 }))
  expect(differences.map(({ key, kind }) => [key, kind])).toEqual([
    ['name', 'same'],
    ['release', 'same'],
    ['service main', 'same'],
  ])
})

test('another release differs in its commit and in the images of its services', () => {
  expect(compared(aRow(), version3({ bbb: 8 }))).toEqual([
    { key: 'name', kind: 'same', current: 'gate-north', target: 'gate-north' },
    { key: 'release', kind: 'changed', current: 'aaa', target: 'bbb' },
    { key: 'service main', kind: 'changed', current: '7', target: '8' },
  ])
})

test('compares the OS version only if the target has one', () => {
  const row = aRow({
    should_be_managed_by__release: [{ raw_version: '17.1.2' }],
    should_be_operated_by__release: [{ raw_version: '6.0.24' }],
  })
  const kinds = compared(row, version3({ aaa: 7 })).map(({ key, kind }) => [key, kind])
  expect(kinds).toContainEqual(['supervisor', 'changed'])
  expect(kinds).toContainEqual(['os', 'same'])
})

test('distinguishes missing services from those to be removed', () => {
  const differences = compared(aRow({ image_install: [] }), version3({ aaa: 7 }))
  expect(differences.at(-1)).toEqual({ key: 'service main', kind: 'added', target: '7' })
  const none = compared(aRow(), version3({}))
  expect(none).toContainEqual({ key: 'release', kind: 'removed', current: 'aaa' })
  expect(none).toContainEqual({ key: 'service main', kind: 'removed', current: '7' })
})

test('version 2 of the target state gives the same result', () => {
  const target = {
    version: 2 as const,
    state: {
      local: {
        name: 'gate-north',
        config: {},
        apps: {
          '1': {
            releaseId: 2,
            commit: 'bbb',
            name: 'gates',
            services: {
              '1': {
                imageId: 8,
                serviceName: 'main',
                image: 'x',
                running: true,
                environment: {},
                labels: {},
              },
            },
            networks: {},
            volumes: {},
          },
        },
      },
      dependent: { apps: {}, devices: {} },
    },
  }
  expect(compared(aRow(), target)).toEqual(compared(aRow(), version3({ bbb: 8 })))
})

test.each([[null], [{}], ['7'], [Number.NaN]])('an image number that is %j is shown as unknown', (id) => {
  const target = version3({ aaa: 7 })
  const garbled = JSON.parse(
    JSON.stringify(target).replaceAll('"image_id":7', `"image_id":${JSON.stringify(id)}`),
  ) as typeof target
  expect(Object.values(targetState(aRow(), 'uuid', garbled).services)).toEqual(['–'])
})

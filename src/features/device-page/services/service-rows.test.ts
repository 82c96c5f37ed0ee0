import { expect, test } from 'vitest'
import type { ServiceInstall } from '@/features/device-page/device-services.ts'
import { serviceRows, showsProgress, whyNotService, type ServiceVerb } from './service-rows.ts'

const install = (part: Partial<ServiceInstall> = {}): ServiceInstall => ({
  id: 1,
  service_id: 10,
  image_id: 100,
  release_id: 1000,
  commit: 'abc',
  raw_version: '4.11.0',
  status: 'Running',
  download_progress: null,
  ...part,
})
const rowWith = (...installs: ServiceInstall[]) => {
  const row = serviceRows(new Map([['main', installs]]))[0]
  if (!row) throw new Error('No row')
  return row
}
const situation = {
  role: 'operator',
  online: true,
  localMode: false,
  overallStatus: 'operational',
  fleetId: 5,
  supervisorVersion: '17.0.1',
} as const
const why = (verb: ServiceVerb, status: string, part: Partial<typeof situation> = {}) =>
  whyNotService(verb, rowWith(install({ status })), { ...situation, ...part })

test('shows both installs of a service during an update', () => {
  const row = rowWith(install({ id: 2, status: 'Downloading', download_progress: 64 }), install({ id: 1 }))
  expect(row.present.id).toBe(1)
  expect(row.coming?.id).toBe(2)
})

test('a first download is the only install of its service', () => {
  const row = rowWith(install({ id: 2, status: 'Downloading', download_progress: 3 }))
  expect(row).toMatchObject({ present: { id: 2 }, coming: null })
})

test('a service shows progress while it downloads [SVC-005]', () => {
  expect(showsProgress(install({ status: 'Downloading', download_progress: 64 }))).toBe(true)
  expect(showsProgress(install({ status: 'Running', download_progress: null }))).toBe(false)
})

test('a running service cannot be started [SVC-006]', () => {
  expect(why('start', 'Running')).toBe('The service is running')
  expect(why('stop', 'Running')).toBeUndefined()
  expect(why('restart', 'Running')).toBeUndefined()
})

test.each(['exited', 'Stopped'])(
  'a service with the status %s can be started but not stopped [SVC-007]',
  (status) => {
    expect(why('stop', status)).toBe('The service is stopped')
    expect(why('start', status)).toBeUndefined()
  },
)

test.each(['exited', 'Stopped'])('a service with the status %s cannot be restarted [SVC-008]', (status) => {
  expect(why('restart', status)).toBe('The service is stopped')
})

test.each(['start', 'stop', 'restart'] as const)('%s needs supervisor 7 or newer [SVC-009]', (verb) => {
  const status = verb === 'start' ? 'exited' : 'Running'
  expect(
    whyNotService(verb, rowWith(install({ status })), { ...situation, supervisorVersion: '6.6.0' }),
  ).toBe('Needs supervisor 7 or newer')
  expect(
    whyNotService(verb, rowWith(install({ status })), { ...situation, supervisorVersion: '7.0.0' }),
  ).toBeUndefined()
})

test('services of an offline device cannot be reached', () => {
  expect(whyNotService('stop', rowWith(install()), { ...situation, online: false })).toBe(
    'Device must be online',
  )
})

import { paths } from '@/lib/paths.ts'
import type { Entry, ListWatch, Watch } from './watch.ts'

const listPath = ({ fleet, filter }: Pick<ListWatch, 'fleet' | 'filter'>): string =>
  `${paths.fleetDevices(fleet.id)}${filter === '' ? '' : `?${new URLSearchParams({ q: filter })}`}`

/** The page that shows what is watched. */
export function watchPath(watch: Watch): string {
  if ('device' in watch) return paths.device(watch.device.uuid)
  return watch.kind === 'rollout-stage' ? paths.fleetRollouts(watch.fleet.id) : listPath(watch)
}

/** The page an entry links to: its device if there is exactly one, otherwise what is watched. */
export function entryPath({ watch, count, devices }: Entry): string {
  const [only] = devices
  return count === 1 && only !== undefined ? paths.device(only.uuid) : watchPath(watch)
}

/** The kind of that page. */
export function entryPlace({ watch, count, devices }: Entry): 'device' | 'list' | 'rollout' {
  if ('device' in watch || (count === 1 && devices.length > 0)) return 'device'
  return watch.kind === 'rollout-stage' ? 'rollout' : 'list'
}

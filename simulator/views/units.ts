import { systemVersion, type WorldState } from '../state/world-state.ts'

/** Files in memory say when a user last stopped and started a unit, until the next boot; their text is its title. */
export const STOPPED_UNIT = '/run/systemd/stopped-'
export const STARTED_UNIT = '/run/systemd/started-'
/** When a signal ended its main process, and which. */
export const KILLED_UNIT = '/run/systemd/killed-'
export const UNIT_FILE = /^\/run\/systemd\/(stopped|started|killed)-(.+)$/

/** The unit of the supervisor; it had another name before OS 2.78. */
export function supervisorUnit(osVersion: string): 'balena-supervisor' | 'resin-supervisor' {
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(osVersion)?.slice(1) ?? []).map(Number)
  return major < 2 || (major === 2 && minor < 78) ? 'resin-supervisor' : 'balena-supervisor'
}

/** Whether a unit of the host OS runs. */
export function isUnitRunning({ files }: WorldState, index: number, unit: string): boolean {
  const own = files.get(index)
  const stopped = own?.get(`${STOPPED_UNIT}${unit}`)
  const started = own?.get(`${STARTED_UNIT}${unit}`)
  return stopped === undefined || (started !== undefined && started.at >= stopped.at)
}

export const isSupervisorRunning = (state: WorldState, index: number): boolean =>
  isUnitRunning(state, index, supervisorUnit(systemVersion(state, index, 'os')))

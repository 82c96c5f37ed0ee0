import { describe, expect, test } from 'vitest'
import { aRelease } from '../testing/a-world.ts'
import {
  advanceService,
  serviceFailureOf,
  failureStatus,
  bootRuns,
  runStatus,
  servicesAt,
  type ServiceFacts,
  type ServiceRun,
} from './services.ts'
import { advanceUpdate, nextUpdateWakeAt, startUpdate, type Update, type UpdateParameters } from './update.ts'

/** When the service next changes by itself; null when it has settled. */
function nextServiceWakeAt(run: ServiceRun, at: number): number | null {
  if (run.kind !== 'started' && at < run.stoppedAt) return run.stoppedAt
  return run.kind !== 'stopped' && at < run.runningAt ? run.runningAt : null
}

const parameters = { seed: 5, index: 11, pace: 1, serviceId: 2 }
const testParameters = (change: Partial<UpdateParameters> = {}): UpdateParameters => ({
  seed: 5,
  index: 11,
  speed: 2_000_000,
  pace: 1,
  failures: 0,
  deltas: true,
  handoverMs: 60_000,
  reachesRegistry: true,
  hasRoom: () => true,
  lockedBy: null,
  pollIntervalMs: 900_000,
  release: (id) => aRelease(id),
  ...change,
})

function settled(run: ServiceRun | undefined): ServiceRun {
  if (!run) throw new Error('Nothing was done to the service')
  return run
}

describe('a service', () => {
  test('that is stopped is first Stopping, then Stopped', () => {
    const run = settled(advanceService(undefined, { type: 'stop', at: 1000 }, parameters))
    expect(runStatus(run, 1000)).toBe('Stopping')
    const stoppedAt = nextServiceWakeAt(run, 1000)
    expect(runStatus(run, stoppedAt ?? 0)).toBe('Stopped')
    expect(nextServiceWakeAt(run, stoppedAt ?? 0)).toBeNull()
  })

  test('that is started is first Starting, then Running', () => {
    const stopped = advanceService(undefined, { type: 'stop', at: 1000 }, parameters)
    const run = settled(advanceService(stopped, { type: 'start', at: 60_000 }, parameters))
    expect(runStatus(run, 60_000)).toBe('Starting')
    expect(runStatus(run, nextServiceWakeAt(run, 60_000) ?? 0)).toBe('Running')
  })

  test('that is restarted stops, starts and runs', () => {
    const run = settled(advanceService(undefined, { type: 'restart', at: 0 }, parameters))
    const stopped = nextServiceWakeAt(run, 0) ?? 0
    const running = nextServiceWakeAt(run, stopped) ?? 0
    expect([0, stopped, running].map((at) => runStatus(run, at))).toEqual(['Stopping', 'Starting', 'Running'])
  })

  test('is not stopped or started twice', () => {
    const stopped = advanceService(undefined, { type: 'stop', at: 1000 }, parameters)
    expect(advanceService(stopped, { type: 'stop', at: 90_000 }, parameters)).toBe(stopped)
    expect(advanceService(undefined, { type: 'start', at: 90_000 }, parameters)).toBeUndefined()
  })

  test('starts when the device boots, one service after the other', () => {
    const runs = [...bootRuns(aRelease(1).services, 1000, parameters).values()]
    expect(runs.map((it) => it.at)).toEqual([1400, 1800, 2200, 2600])
    expect(runs.every((it) => runStatus(it, 20_000) === 'Running')).toBe(true)
  })
})

describe('a failing service', () => {
  const crashing = testParameters({ release: (id) => aRelease(id, { crashLoops: 1 }) })

  test('of a crash-looping release is never reported as running', () => {
    const failure = serviceFailureOf({
      parameters: crashing,
      runningReleaseId: 2,
      runningSince: 0,
      leak: null,
    })
    if (!failure) throw new Error('The service does not fail')
    const seen = Array.from({ length: 200 }, (_, second) => failureStatus(failure, second * 1000))
    expect(new Set(seen)).toEqual(new Set(['restarting']))
  })

  test('with a memory leak is the largest one', () => {
    const failure = serviceFailureOf({
      parameters: testParameters(),
      runningReleaseId: 1,
      runningSince: 0,
      leak: [1000, 2000],
    })
    expect(failure).toMatchObject({ kind: 'leak', serviceId: 3 })
  })

  test('does not exist on a healthy device', () => {
    expect(
      serviceFailureOf({ parameters: testParameters(), runningReleaseId: 1, runningSince: 0, leak: null }),
    ).toBeNull()
  })
})

describe('the reported services', () => {
  const facts = (update: Update | null): ServiceFacts => ({
    parameters: testParameters(),
    runningReleaseId: 1,
    runningSince: 0,
    leak: null,
    update,
    runs: undefined,
  })
  const at = (update: Update, moment: number) =>
    servicesAt(facts(update), moment).map((it) => `${it.name}@${it.releaseId} ${it.status}`)

  function until(kind: Update['kind']): Update {
    let update = startUpdate(1, 2, 0, 0)
    for (
      let due = nextUpdateWakeAt(update);
      update.kind !== kind && due !== null;
      due = nextUpdateWakeAt(update)
    ) {
      update = advanceUpdate(update, { type: 'time-passed', at: due }, testParameters())
    }
    return update
  }

  test('are the running ones while nothing changes', () => {
    expect(servicesAt(facts(null), 0).map((it) => it.status)).toEqual([
      'Running',
      'Running',
      'Running',
      'Running',
    ])
  })

  test('include old and new installs during a download: the old run, the new have a percentage', () => {
    const update = until('downloading')
    const services = servicesAt(facts(update), 90_000)
    expect(services).toHaveLength(8)
    expect(services.filter((it) => it.releaseId === 1).every((it) => it.status === 'Running')).toBe(true)
    const fresh = services.filter((it) => it.releaseId === 2)
    expect(fresh.map((it) => it.status)).toEqual(['Downloaded', 'Downloading', 'Downloading', 'Downloading'])
    for (const it of fresh) expect(it.downloadProgress === null).toBe(it.status === 'Downloaded')
  })

  test('go through stopping, installing and starting while an update is applied, and old installs disappear', () => {
    const update = until('applying')
    if (update.kind !== 'applying') throw new Error(`It is ${update.kind}`)
    expect(at(update, update.startedAt)).toContain('sensor-hub@2 Downloaded')
    const seen = new Set<string>()
    for (let moment = update.startedAt; moment < update.until; moment += 20) {
      for (const it of servicesAt(facts(update), moment)) {
        if (it.name === 'uplink') seen.add(`${it.releaseId} ${it.status}`)
      }
    }
    const expected = [
      '1 Running',
      '1 Stopping',
      '2 Downloaded',
      '2 Installing',
      '2 Installed',
      '2 Starting',
      '2 Running',
    ]
    expect([...seen].sort()).toEqual(expected.sort())
    expect(at(update, update.until)).toEqual(
      ['sensor-hub', 'uplink', 'dashboard', 'watchdog'].map((name) => `${name}@2 Running`),
    )
  })

  test('keep the last reported state while the device is disconnected', () => {
    const update = until('downloading')
    const away = advanceUpdate(update, { type: 'contact-lost', at: 50_000 }, testParameters())
    expect(servicesAt(facts(away), 900_000)).toEqual(servicesAt(facts(update), 50_000))
  })
})

import { describe, expect, test } from 'vitest'
import { aRelease } from '../testing/a-world.ts'
import { applySteps } from './apply-steps.ts'
import { fetchedAt, imageCompleteAt, imageProgress, imagesToFetch } from './images.ts'
import {
  advanceUpdate,
  BACK_OFF_MS,
  nextUpdateWakeAt,
  startUpdate,
  type Update,
  type UpdateParameters,
} from './update.ts'

const releases = new Map([
  [1, aRelease(1)],
  [2, aRelease(2)],
  [3, aRelease(3, { keep: ['sensor-hub', 'uplink', 'dashboard'] })],
  [4, aRelease(4, { keep: ['sensor-hub', 'uplink', 'dashboard', 'watchdog'] })],
  [5, aRelease(5, { rejects: 1 })],
  [6, aRelease(6, { aborts: 1 })],
])

const parameters: UpdateParameters = {
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
  release(id) {
    const release = releases.get(id)
    if (!release) throw new Error(`No release ${id}`)
    return release
  },
}

/** Runs an update to its end and returns all of its phases. */
function play(start: Update, it: UpdateParameters = parameters): Update[] {
  const phases = [start]
  let update = start
  for (let due = nextUpdateWakeAt(update); due !== null; due = nextUpdateWakeAt(update)) {
    update = advanceUpdate(update, { type: 'time-passed', at: due }, it)
    phases.push(update)
  }
  return phases
}

function phaseOf<K extends Update['kind']>(phases: readonly Update[], kind: K): Extract<Update, { kind: K }> {
  const found = phases.find((it): it is Extract<Update, { kind: K }> => it.kind === kind)
  if (!found) throw new Error(`It never came to be ${kind}: ${phases.map((it) => it.kind).join(', ')}`)
  return found
}

describe('an update (docs/platform/device-protocol.md)', () => {
  test('goes through downloading, downloaded and applying to done [DEV-027]', () => {
    const phases = play(startUpdate(1, 2, 0, 4000))
    expect(phases.map((it) => it.kind)).toEqual(['noticing', 'downloading', 'downloaded', 'applying', 'done'])
    expect(phases.at(-1)).toMatchObject({ releaseId: 2, from: 1, beganAt: 4000 })
  })

  test('takes as long as the device needs to download its images', () => {
    const download = phaseOf(play(startUpdate(1, 2, 0, 0)), 'downloading')
    const bytes = 40e6 + 60e6 + 80e6 + 100e6
    expect(download.until - download.startedAt).toBe((bytes / parameters.speed) * 1000)
  })

  test('is rejected when its contract is not met [DEV-027]', () => {
    expect(play(startUpdate(1, 5, 0, 0)).map((it) => it.kind)).toEqual(['noticing', 'rejected'])
  })

  test('can be aborted during the download [DEV-027]', () => {
    expect(play(startUpdate(1, 6, 0, 0)).map((it) => it.kind)).toEqual(['noticing', 'downloading', 'aborted'])
  })

  test('to no release stops all services', () => {
    const applying = phaseOf(play(startUpdate(1, null, 0, 0)), 'applying')
    expect(applySteps(applying, parameters).every((it) => it.next === null && it.runningAt === null)).toBe(
      true,
    )
  })

  test('downloads only the missing images', () => {
    expect(imagesToFetch(parameters, 1, 3).map((it) => it.name)).toEqual(['watchdog'])
    expect(play(startUpdate(1, 4, 0, 0)).map((it) => it.kind)).toEqual([
      'noticing',
      'downloaded',
      'applying',
      'done',
    ])
  })

  test('is pure: the same input returns the same update and is not changed', () => {
    const start = Object.freeze(startUpdate(1, 2, 0, 0))
    const event = { type: 'time-passed', at: 20_000 } as const
    expect(advanceUpdate(start, event, parameters)).toEqual(advanceUpdate(start, event, parameters))
  })

  test('reaches the same phase in one long step and in many short ones', () => {
    const bad = { ...parameters, failures: 4 }
    let stepped = startUpdate(1, 2, 0, 100)
    for (let at = 0; at < 170_000; at += 700)
      stepped = advanceUpdate(stepped, { type: 'time-passed', at }, bad)
    expect(stepped).toEqual(
      advanceUpdate(startUpdate(1, 2, 0, 100), { type: 'time-passed', at: 169_400 }, bad),
    )
  })
})

describe('a download', () => {
  const download = phaseOf(play(startUpdate(1, 2, 0, 0)), 'downloading')
  const images = imagesToFetch(parameters, 1, 2)

  test('fetches its images in parallel, so small ones finish first', () => {
    const ends = images.map((it) => imageCompleteAt(download, it, parameters))
    expect(ends).toEqual(ends.toSorted((a, b) => a - b))
    expect(ends[0]).toBe(download.startedAt + (4 * 40e6 * 1000) / parameters.speed)
    expect(ends.at(-1)).toBe(download.until)
  })

  test('never moves backwards, and reports 100 only when an image is complete', () => {
    for (const image of images) {
      let last = 0
      for (let at = download.startedAt; at <= download.until; at += 500) {
        const percent = imageProgress(image, fetchedAt(download, at, parameters))
        expect(percent).toBeGreaterThanOrEqual(last)
        expect(percent === 100).toBe(at >= imageCompleteAt(download, image, parameters))
        last = percent
      }
    }
  })

  test('that fails is retried after 15 s, then twice as long each time, without losing progress', () => {
    const bad = { ...parameters, failures: 4 }
    const index = Array.from({ length: 200 }, (_, i) => i).find(
      (i) =>
        play(startUpdate(1, 2, 0, 0), { ...bad, index: i }).filter((it) => it.kind === 'backing-off')
          .length >= 3,
    )
    const phases = play(startUpdate(1, 2, 0, 0), { ...bad, index: index ?? -1 })
    const waits = phases.filter((it) => it.kind === 'backing-off')
    expect(waits.slice(0, 3).map((it) => it.until - it.startedAt)).toEqual([
      BACK_OFF_MS,
      2 * BACK_OFF_MS,
      4 * BACK_OFF_MS,
    ])
    expect(waits.map((it) => it.fetched)).toEqual(waits.map((it) => it.fetched).toSorted((a, b) => a - b))
    expect(waits.every((it) => it.fetched > 1_000_000)).toBe(true)
    expect(phases.at(-1)?.kind).toBe('done')
  })

  test('pauses while the device is disconnected and continues where it stopped', () => {
    const at = download.startedAt + 30_000
    const away = advanceUpdate(download, { type: 'contact-lost', at }, parameters)
    expect(nextUpdateWakeAt(away)).toBeNull()
    const back = advanceUpdate(away, { type: 'contact-found', at: at + 3_600_000 }, parameters)
    if (back.kind !== 'downloading') throw new Error(`It is ${back.kind}`)
    expect(back.until).toBe(download.until + 3_600_000)
    expect(fetchedAt(back, at + 3_600_000, parameters)).toBe(fetchedAt(download, at, parameters))
  })
})

describe('an update lock (docs/platform/device-protocol.md)', () => {
  const locked = { ...parameters, lockedBy: 'sensor-hub' }
  const waiting = phaseOf(play(startUpdate(1, 2, 0, 0), locked), 'downloaded')

  test('holds the update at downloaded until it is released [DEV-027]', () => {
    expect(waiting).toMatchObject({ until: null, heldBy: 'sensor-hub' })
    expect(advanceUpdate(waiting, { type: 'time-passed', at: 9e12 }, locked)).toBe(waiting)
    const free = advanceUpdate(waiting, { type: 'unlocked', at: 500_000 }, parameters)
    expect(play(free).at(-1)?.kind).toBe('done')
  })

  test('does not stop a forced update', () => {
    const forced = advanceUpdate(waiting, { type: 'forced', at: 500_000 }, locked)
    expect(play(forced, locked).map((it) => it.kind)).toEqual(['downloaded', 'applying', 'done'])
  })

  test('taken after the download also holds the update', () => {
    const arrived = phaseOf(play(startUpdate(1, 2, 0, 0)), 'downloaded')
    const held = advanceUpdate(arrived, { type: 'time-passed', at: arrived.until ?? 0 }, locked)
    expect(held).toMatchObject({ kind: 'downloaded', until: null, heldBy: 'sensor-hub' })
  })
})

test('a service goes through its steps in order, and one with an unchanged image is not touched', () => {
  const applying = phaseOf(play(startUpdate(1, 3, 0, 0)), 'applying')
  const steps = applySteps(applying, parameters)
  expect(steps.map((it) => it.name)).toEqual(['watchdog'])
  for (const it of applySteps(phaseOf(play(startUpdate(1, 2, 0, 0)), 'applying'), parameters)) {
    const moments = [
      it.stoppingAt,
      it.stoppedAt,
      it.installingAt,
      it.installedAt,
      it.startingAt,
      it.runningAt,
    ]
    expect(moments).toEqual(moments.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
    expect(it.runningAt).toBeGreaterThan(it.startingAt ?? Infinity)
  }
})

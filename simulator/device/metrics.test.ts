import { describe, expect, test } from 'vitest'
import { deviceProfiles, type PersonaName } from '../definition/device-profiles.ts'
import { aRelease, DAYS, HOURS, MINUTES, NOON, PI } from '../testing/a-world.ts'
import { measure, reportAt, REPORT_INTERVAL_MS, type MeasureFacts } from './metrics.ts'
import { serviceFailureOf } from './services.ts'

function facts(persona: PersonaName, change: Partial<MeasureFacts> = {}): MeasureFacts {
  const profile = deviceProfiles[persona]
  const parameters = {
    seed: 1,
    index: 4,
    speed: 1,
    pace: 1,
    failures: 0,
    deltas: true,
    handoverMs: 60_000,
    reachesRegistry: true,
    hasRoom: () => true,
    lockedBy: null,
    pollIntervalMs: 900_000,
    release: () => aRelease(1),
  }
  return {
    seed: 1,
    index: 4,
    hardware: PI,
    temperament: profile,
    provisionedAt: NOON - 100 * DAYS,
    release: aRelease(1),
    failure: serviceFailureOf({ parameters, runningReleaseId: 1, runningSince: NOON, leak: profile.leak }),
    updating: false,
    purgedAt: null,
    filling: null,
    ...change,
  }
}

function mean(of: (at: number) => number): number {
  let sum = 0
  for (let i = 0; i < 288; i++) sum += of(NOON + i * 5 * MINUTES)
  return sum / 288
}

describe('the metrics of a device', () => {
  test('are measured every five minutes, at an offset of the device (docs/platform/device-protocol.md)', () => {
    const report = reportAt(1, 4, NOON)
    expect(reportAt(1, 4, report)).toBe(report)
    expect(reportAt(1, 4, report + REPORT_INTERVAL_MS - 1)).toBe(report)
    expect(reportAt(1, 4, report + REPORT_INTERVAL_MS)).toBe(report + REPORT_INTERVAL_MS)
    expect(new Set(Array.from({ length: 100 }, (_, index) => reportAt(1, index, NOON))).size).toBeGreaterThan(
      20,
    )
  })

  test('are deterministic', () => {
    expect(measure(facts('flaky'), NOON)).toEqual(measure(facts('flaky'), NOON))
  })

  test('do not exceed the capacity of the hardware', () => {
    for (const persona of ['steady', 'hot', 'dying-card', 'runaway-memory'] as const) {
      for (let at = NOON; at < NOON + 2 * DAYS; at += 5 * MINUTES) {
        const it = measure(facts(persona), at)
        expect(it.cpuUsage).toBeGreaterThanOrEqual(1)
        expect(it.cpuUsage).toBeLessThanOrEqual(100)
        expect(it.memoryUsage).toBeLessThan(it.memoryTotal)
        expect(it.storageUsage).toBeLessThan(it.storageTotal)
        expect(it.cpuTemp).toBeLessThan(99)
      }
    }
  })

  test('depend on the running services', () => {
    const idle = measure(facts('steady', { release: null }), NOON)
    const busy = measure(facts('steady'), NOON)
    expect(idle.memoryUsage).toBeLessThan(busy.memoryUsage - 200)
    expect(idle.cpuUsage).toBeLessThan(busy.cpuUsage)
    expect(idle.storageUsage).toBeLessThan(busy.storageUsage)
  })

  test('have a higher CPU load during an update', () => {
    expect(measure(facts('steady', { updating: true }), NOON).cpuUsage).toBeGreaterThan(
      measure(facts('steady'), NOON).cpuUsage + 10,
    )
  })

  test('of a hot device have a high temperature', () => {
    expect(mean((at) => measure(facts('hot'), at).cpuTemp)).toBeGreaterThan(65)
    expect(mean((at) => measure(facts('steady'), at).cpuTemp)).toBeLessThan(52)
  })

  test('of a dying card show nearly full storage until its data is purged', () => {
    const full = measure(facts('dying-card'), NOON)
    expect(full.storageUsage / full.storageTotal).toBeGreaterThan(0.8)
    const purged = measure(facts('dying-card', { purgedAt: NOON - HOURS }), NOON)
    expect(purged.storageUsage / purged.storageTotal).toBeLessThan(0.4)
  })

  test('of a leaking service show rising memory until the service is killed', () => {
    const readings = Array.from(
      { length: 144 },
      (_, i) => measure(facts('runaway-memory'), NOON + i * 5 * MINUTES).memoryUsage,
    )
    expect(Math.max(...readings) / PI.memoryMiB).toBeGreaterThan(0.85)
    const falls = readings.filter((it, i) => i > 0 && it < (readings[i - 1] ?? 0) - 300)
    expect(falls.length).toBeGreaterThanOrEqual(1)
    expect(falls.length).toBeLessThan(8)
  })

  test('of a weak power supply usually report undervoltage, and of a good one never', () => {
    const share = (persona: PersonaName) => mean((at) => Number(measure(facts(persona), at).isUndervolted))
    expect(share('undervolted')).toBeGreaterThan(0.5)
    expect(share('steady')).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'
import { advanceConfiguring, nextConfigWakeAt, startConfiguring, type Configuring } from './configuration.ts'

const GPU = { RESIN_HOST_CONFIG_gpu_mem: '64' }
const POLL = { RESIN_SUPERVISOR_POLL_INTERVAL: '900000' }
const passed = (it: Configuring, at: number, lockedBy: string | null = null) =>
  advanceConfiguring(it, { type: 'time-passed', at }, lockedBy)

describe('a change of the configuration', () => {
  test('is noticed, applied and completed, with or without a reboot', () => {
    for (const [changes, reboots] of [
      [GPU, true],
      [POLL, false],
    ] as const) {
      const noticed = startConfiguring(undefined, changes, 0, 4000)
      expect(nextConfigWakeAt(noticed)).toBe(4000)
      const applying = passed(noticed, 4000)
      expect(applying).toMatchObject({ kind: 'applying', startedAt: 4000 })
      const over = passed(applying, nextConfigWakeAt(applying) ?? 0)
      expect(over).toMatchObject({ kind: 'applied', reboots, changes })
      expect(nextConfigWakeAt(over)).toBeNull()
      expect(passed(noticed, 60_000)).toEqual(over)
    }
  })

  test('that needs a reboot waits until the update lock is released; any other does not', () => {
    const held = passed(startConfiguring(undefined, GPU, 0, 1000), 9000, 'uplink')
    expect(held).toMatchObject({ kind: 'held', heldBy: 'uplink', startedAt: 1700 })
    expect(nextConfigWakeAt(held)).toBeNull()
    // Attempts at 1.7, 2.7, 4.7, 8.7, 16.7, 32.7 and 64.7 s.
    const waiting = advanceConfiguring(held, { type: 'unlocked', at: 50_000 }, null)
    expect(nextConfigWakeAt(waiting)).toBe(64_700)
    expect(passed(waiting, 64_700)).toMatchObject({ kind: 'applied', reboots: true })
    expect(passed(waiting, 64_700, 'hub')).toMatchObject({ kind: 'held', heldBy: 'hub', until: null })
    expect(passed(startConfiguring(undefined, POLL, 0, 1000), 9000, 'uplink').kind).toBe('applied')
  })

  test('waits while the device is disconnected, and is noticed when it reconnects', () => {
    const lost = advanceConfiguring(
      startConfiguring(undefined, GPU, 0, 4000),
      { type: 'contact-lost', at: 2000 },
      null,
    )
    expect([lost.kind, nextConfigWakeAt(lost)]).toEqual(['waiting', null])
    expect(advanceConfiguring(lost, { type: 'contact-found', at: 9000 }, null).kind).toBe('noticing')
  })

  test('is merged with a pending change, but not with a completed one', () => {
    const first = startConfiguring(undefined, GPU, 0, 4000)
    expect(startConfiguring(first, POLL, 100, 4100).changes).toEqual({ ...GPU, ...POLL })
    expect(startConfiguring(passed(first, 60_000), POLL, 70_000, 71_000).changes).toEqual(POLL)
  })

  test('needs no further reboot when the device has rebooted meanwhile', () => {
    const held = passed(startConfiguring(undefined, GPU, 0, 1000), 9000, 'uplink')
    const booted = advanceConfiguring(held, { type: 'booted', at: 20_000 }, 'uplink')
    expect(booted).toMatchObject({ kind: 'applied', reboots: false })
  })
})

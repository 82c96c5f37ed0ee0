import { describe, expect, test } from 'vitest'
import { advancePower, goDown, nextPowerWakeAt } from './power.ts'

const AT = 1_000_000
const parameters = { seed: 7, index: 3, pace: 1 }

describe('a rebooting device', () => {
  test('stops its services for some seconds, is down for less than a minute, and returns', () => {
    const going = goDown('reboot', AT, parameters)
    if (going.kind !== 'going-down' || going.backAt === null) throw new Error('It does not go down to return')
    expect(going.downAt - AT).toBeGreaterThanOrEqual(1_500)
    expect(going.downAt - AT).toBeLessThanOrEqual(4_000)
    expect(going.backAt - going.downAt).toBeGreaterThanOrEqual(24_000)
    expect(going.backAt - going.downAt).toBeLessThanOrEqual(55_000)
    expect(nextPowerWakeAt(going)).toBe(going.downAt)
    expect(advancePower(going, going.downAt - 1)).toBe(going)
    const down = advancePower(going, going.downAt)
    expect(down).toEqual({ kind: 'down', downAt: going.downAt, backAt: going.backAt })
    expect(nextPowerWakeAt(down)).toBeNull()
  })

  test('takes longer with a slow card, and is deterministic', () => {
    const away = (pace: number) => {
      const { downAt, backAt } = goDown('reboot', AT, { ...parameters, pace })
      return (backAt ?? 0) - downAt
    }
    expect(Math.abs(away(2) - 2 * away(1))).toBeLessThanOrEqual(1)
    expect(away(5)).toBe(away(2))
    expect(goDown('reboot', AT, parameters)).toEqual(goDown('reboot', AT, parameters))
  })
})

test('a device that is shut down stays down', () => {
  expect(goDown('shutdown', AT, parameters).backAt).toBeNull()
})

import { describe, expect, test } from 'vitest'
import { createClock, createManualClock, type RealTime } from './clock.ts'

/** A host whose timers fire when the test says so, as late as it likes. */
function aHost() {
  let now = 1_000_000
  const timers: { at: number; callback: () => void }[] = []
  const realTime: RealTime = {
    now: () => now,
    setTimeout(callback, ms) {
      const timer = { at: now + ms, callback }
      timers.push(timer)
      return () => {
        const at = timers.indexOf(timer)
        if (at >= 0) timers.splice(at, 1)
      }
    },
  }
  const fire = () => {
    for (const timer of timers.filter((it) => it.at <= now)) {
      timers.splice(timers.indexOf(timer), 1)
      timer.callback()
    }
  }
  return {
    realTime,
    timers,
    /** Real time passes; timers fire only at its end, as in a throttled tab. */
    pass(ms: number) {
      now += ms
      fire()
    },
    /** Time passes and no timer fires. */
    stall(ms: number) {
      now += ms
    },
  }
}

describe('a running clock', () => {
  test('passes as many simulated milliseconds as its speed says', () => {
    const host = aHost()
    const clock = createClock({ at: 500, speed: 60, realTime: host.realTime })
    host.pass(1000)
    expect(clock.now()).toBe(60_500)
  })

  test('stands still while paused and goes on from there', () => {
    const host = aHost()
    const clock = createClock({ at: 0, realTime: host.realTime })
    host.pass(100)
    clock.setSpeed(0)
    host.pass(5000)
    expect(clock.now()).toBe(100)
    clock.setSpeed(10)
    host.pass(10)
    expect(clock.now()).toBe(200)
  })

  test('wakes once, when it is due', () => {
    const host = aHost()
    const clock = createClock({ at: 0, realTime: host.realTime })
    const seen: number[] = []
    clock.wakeAt(300, () => seen.push(clock.now()))
    host.pass(299)
    expect(seen).toEqual([])
    host.pass(1)
    host.pass(1000)
    expect(seen).toEqual([300])
  })

  test('a late timer slows nothing down: a chain of deadlines keeps its rhythm', () => {
    const host = aHost()
    const clock = createClock({ at: 0, realTime: host.realTime })
    const beats: number[] = []
    const beat = () => {
      beats.push(clock.now())
      clock.wakeAt(clock.now() + 1000, beat)
    }
    clock.wakeAt(1000, beat)
    host.pass(60_500)
    expect(beats).toEqual(Array.from({ length: 60 }, (_, i) => (i + 1) * 1000))
  })

  test('never goes back, even for a wake that comes late', () => {
    const host = aHost()
    const clock = createClock({ at: 0, realTime: host.realTime })
    const seen: number[] = []
    clock.wakeAt(10, () => seen.push(clock.now()))
    host.stall(50)
    expect(clock.now()).toBe(50)
    host.pass(0)
    expect(seen).toEqual([50])
  })

  test('what is due already wakes soon, but not at once', () => {
    const host = aHost()
    const clock = createClock({ at: 1000, realTime: host.realTime })
    let woken = 0
    clock.wakeAt(400, () => woken++)
    expect(woken).toBe(0)
    host.pass(0)
    expect(woken).toBe(1)
  })

  test('a jump runs every wake on the way in the order they are due, those included that wakes ask for', () => {
    const host = aHost()
    const clock = createClock({ at: 0, realTime: host.realTime })
    const seen: string[] = []
    clock.wakeAt(200, () => seen.push(`b ${clock.now()}`))
    clock.wakeAt(100, () => {
      seen.push(`a ${clock.now()}`)
      clock.wakeAt(150, () => seen.push(`c ${clock.now()}`))
    })
    clock.advanceTo(1000)
    expect(seen).toEqual(['a 100', 'c 150', 'b 200'])
    expect(clock.now()).toBe(1000)
  })

  test('refuses to go back, to run backwards or to run faster than 3600', () => {
    const clock = createClock({ at: 1000, realTime: aHost().realTime })
    expect(() => clock.advanceTo(999)).toThrow('cannot go back')
    expect(() => clock.setSpeed(-1)).toThrow('0 to 3600')
    expect(() => clock.setSpeed(3601)).toThrow('0 to 3600')
    expect(() => clock.setSpeed(Number.NaN)).toThrow('0 to 3600')
    expect(clock.speed).toBe(1)
  })

  test('tells of each change of speed and each jump until one stops listening', () => {
    const clock = createClock({ at: 0, realTime: aHost().realTime })
    let told = 0
    const stop = clock.onChange(() => told++)
    clock.setSpeed(5)
    clock.advanceTo(10_000)
    stop()
    clock.setSpeed(6)
    expect(told).toBe(2)
  })

  test('a cancelled wake does not come, and a disposed clock leaves no timer behind', () => {
    const host = aHost()
    const clock = createClock({ at: 0, realTime: host.realTime })
    let woken = 0
    const cancel = clock.wakeAt(10, () => woken++)
    clock.wakeAt(20, () => woken++)
    cancel()
    clock.dispose()
    host.pass(100)
    expect(woken).toBe(0)
    expect(host.timers).toEqual([])
  })
})

describe('a manual clock', () => {
  test('moves only when it is told to', () => {
    const clock = createManualClock(100)
    const seen: number[] = []
    clock.wakeAt(150, () => seen.push(clock.now()))
    expect(clock.now()).toBe(100)
    clock.advanceTo(200)
    expect(seen).toEqual([150])
    expect(clock.now()).toBe(200)
  })

  test('what is due already wakes soon, but not at once', async () => {
    const clock = createManualClock(100)
    let woken = 0
    clock.wakeAt(100, () => woken++)
    expect(woken).toBe(0)
    await Promise.resolve()
    expect(woken).toBe(1)
  })
})

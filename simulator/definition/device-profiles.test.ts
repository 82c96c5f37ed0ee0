import { describe, expect, test } from 'vitest'
import { aWorld, NOON, PI } from '../testing/a-world.ts'
import { deviceProfiles, personaAt, personaNamed, personaPosition, PERSONAS } from './device-profiles.ts'

describe('the personas', () => {
  test('keep the positions that worlds have stored', () => {
    expect(PERSONAS.slice(0, 15)).toEqual([
      'steady',
      'flaky',
      'slow',
      'dying-card',
      'runaway-memory',
      'hot',
      'asleep',
      'never-seen',
      'undervolted',
      'flapping',
      'api-blocked',
      'filling',
      'wrong-clock',
      'provisioning-refused',
      'no-registry',
    ])
    for (const [position, name] of PERSONAS.entries()) {
      expect(personaPosition(name)).toBe(position)
      expect(personaAt(position)).toBe(name)
      expect(deviceProfiles[name].description).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('an unknown one is refused, instead of becoming a steady device', () => {
    expect(() => personaNamed('sleepy')).toThrow('There is no persona sleepy, only steady, flaky')
    expect(() => personaAt(PERSONAS.length)).toThrow('There is no persona at position')
    const world = aWorld()
    const size = world.size
    // As from plain JavaScript.
    const persona = 'sleepy' as 'steady'
    expect(() => world.addDevice({ fleetId: 1, hardware: PI, at: NOON, persona })).toThrow('sleepy')
    expect(world.size).toBe(size)
  })
})

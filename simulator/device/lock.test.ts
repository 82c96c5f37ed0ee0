import { describe, expect, test } from 'vitest'
import type { Command } from './device-state.ts'
import { lockedResult, blockingLock } from './lock.ts'

const disturbing = [
  'update',
  'restart',
  'purge',
  'reboot',
  'shutdown',
  'stop-service',
  'restart-service',
] as const

describe('an update lock (docs/platform/device-protocol.md)', () => {
  test.each(disturbing)('blocks %s and names the service that holds it, unless forced', (kind) => {
    const command = (force?: boolean): Command => (force === undefined ? { kind } : { kind, force })
    expect(blockingLock(command(), 'uplink')).toBe('uplink')
    expect(blockingLock(command(false), 'uplink')).toBe('uplink')
    expect(blockingLock(command(true), 'uplink')).toBeNull()
    expect(blockingLock(command(), null)).toBeNull()
  })

  test.each(['blink', 'start-service'] as const)('allows %s', (kind) => {
    expect(blockingLock({ kind }, 'uplink')).toBeNull()
  })

  test('names the service that holds it in the error', () => {
    expect(lockedResult(7, 'uplink')).toMatchObject({
      reason: 'locked',
      message: expect.stringContaining('uplink'),
    })
  })
})

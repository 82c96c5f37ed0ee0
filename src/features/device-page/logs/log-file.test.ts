import { expect, test } from 'vitest'
import { isDiscardedWrite, logFileName, logFileText } from './log-file.ts'

const at = Date.parse('2026-11-20T23:59:59Z')

test('the name of a log file contains fleet, device and day in lower case [LOG-011]', () => {
  expect(logFileName({ fleet: 'Cold-Chain-EU', device: 'Misty Heron/2' }, at)).toBe(
    'cold-chain-eu_misty-heron-2-2026-11-20.txt',
  )
})

test('each line contains time, source and message without colour codes', () => {
  const base = { createdAt: at, timestamp: at, isStdErr: false }
  const text = logFileText(
    [
      { ...base, isSystem: true, message: 'Started service' },
      { ...base, isSystem: false, serviceId: 3, message: '\u001b[32mok\u001b[0m' },
      { ...base, isSystem: false, serviceId: 9, message: 'unknown service' },
    ],
    new Map([[3, 'uplink']]),
  )
  expect(text).toBe(
    '2026-11-20T23:59:59.000Z [Supervisor] Started service\n' +
      '2026-11-20T23:59:59.000Z [uplink] ok\n' +
      '2026-11-20T23:59:59.000Z [Service 9] unknown service\n',
  )
})

test('a cancelled write is not a failure [LOG-018]', () => {
  expect(isDiscardedWrite(new Error('Write data discarded'))).toBe(true)
  expect(isDiscardedWrite(new Error('disk full'))).toBe(false)
})

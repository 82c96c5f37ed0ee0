import { expect, test } from 'vitest'
import { draftedFault, usualFault } from './fault-draft.ts'

test('converts the input to a fault, without fields that its kind does not have', () => {
  expect(
    draftedFault({
      ...usualFault,
      kind: 'latency',
      spread: 'long-tail',
      delay: '100',
      devices: '3, misty-heron 17',
    }),
  ).toEqual({
    route: 'GET /v7/*',
    kind: 'latency',
    ms: 100,
    maxMs: 8000,
    spread: 'long-tail',
    devices: [3, 'misty-heron', 17],
  })
  expect(draftedFault({ ...usualFault, kind: 'outage', length: '30000', share: '50' })).toEqual({
    route: 'GET /v7/*',
    kind: 'outage',
    ms: 30_000,
    rate: 0.5,
  })
})

import { expect, test } from 'vitest'
import { buildLogFileName, composeFileName } from './release-files.ts'

test('a downloaded compose file says of which fleet and version it is, in small letters [REL-034]', () => {
  expect(composeFileName({ app: 'Cold-Chain', version: '4.12.1+rev1' })).toBe(
    'docker-compose_cold-chain_release-4.12.1-rev1.yml',
  )
})

test('a downloaded build log says of which fleet, service and version it is, in small letters [REL-035]', () => {
  expect(buildLogFileName({ app: 'Cold-Chain', service: 'Uplink', version: '4.12.1' })).toBe(
    'cold-chain_release-log_uplink-4.12.1.txt',
  )
})

import { expect, test } from 'vitest'
import { buildLogFileName, composeFileName } from './release-files.ts'

test('the name of a compose file contains fleet and version in lower case [REL-034]', () => {
  expect(composeFileName({ app: 'Cold-Chain', version: '4.12.1+rev1' })).toBe(
    'docker-compose_cold-chain_release-4.12.1-rev1.yml',
  )
})

test('the name of a build log file contains fleet, service and version in lower case [REL-035]', () => {
  expect(buildLogFileName({ app: 'Cold-Chain', service: 'Uplink', version: '4.12.1' })).toBe(
    'cold-chain_release-log_uplink-4.12.1.txt',
  )
})

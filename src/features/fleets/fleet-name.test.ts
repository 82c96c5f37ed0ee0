import { expect, test } from 'vitest'
import { fleetNameProblem } from './fleet-name.ts'

const acme = { organization: 'Acme', names: ['Cold-Chain-EU'] }

test.each(['dock', 'a'.repeat(100), '4-doors', 'Harbor_Cams-2'])(
  'accepts the fleet name %s [FLEET-030, FLEET-031, FLEET-032]',
  (name) => expect(fleetNameProblem(name, acme)).toBeUndefined(),
)

test.each([
  ['', 'A name is required.'],
  ['abc', 'A name must have at least 4 characters.'],
  ['a'.repeat(101), 'A name can have at most 100 characters.'],
  ['cold chain', 'A name can contain only letters, digits, hyphens and underscores.'],
  ['kühlkette', 'A name can contain only letters, digits, hyphens and underscores.'],
  ['-docks', 'A name must start with a letter or a digit.'],
  ['_docks', 'A name must start with a letter or a digit.'],
  ['COLD-chain-eu', 'Acme already has one called COLD-chain-eu. Choose another name.'],
])('rejects %j: %s [FLEET-030, FLEET-031, FLEET-032, FLEET-033]', (name, problem) => {
  expect(fleetNameProblem(name, acme)).toBe(problem)
})

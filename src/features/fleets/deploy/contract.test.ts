import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { deployContract } from './contract.ts'
import { otherClass } from './deploy-class.ts'

test('reads the name, device types and variables of a contract', () => {
  const contract = deployContract(
    parse(`
name: greenhouse
type: sw.application
version: 2
data:
  defaultDeviceType: raspberrypi5
  supportedDeviceTypes: [raspberrypi5, generic-amd64]
  applicationConfigVariables:
    - BALENA_HOST_CONFIG_gpu_mem: 64
  applicationEnvironmentVariables:
    - EVERY_S: 30
    - VERBOSE: false
    - TITLE: The greenhouse
    - NOTHING:
    - FORMULA=a=b
    - EVERY_S: 60
`),
  )
  expect(contract).toEqual({
    name: 'greenhouse',
    type: 'sw.application',
    version: '2',
    defaultDeviceType: 'raspberrypi5',
    supportedDeviceTypes: ['raspberrypi5', 'generic-amd64'],
    configVariables: [{ name: 'BALENA_HOST_CONFIG_gpu_mem', value: '64' }],
    environmentVariables: [
      { name: 'EVERY_S', value: '60' },
      { name: 'VERBOSE', value: 'false' },
      { name: 'TITLE', value: 'The greenhouse' },
      { name: 'NOTHING', value: '' },
      { name: 'FORMULA', value: 'a=b' },
    ],
  })
})

test('accepts a contract without deployment settings', () => {
  expect(deployContract({ name: 'plain' })).toMatchObject({
    name: 'plain',
    defaultDeviceType: null,
    supportedDeviceTypes: [],
    configVariables: [],
    environmentVariables: [],
  })
})

test.each([
  ['a text', 'hello'],
  ['a list', ['hello']],
  ['nothing', null],
  ['data that is a list', { data: [] }],
  ['a name that is a list', { name: [] }],
  ['a device type that is a list', { data: { defaultDeviceType: ['raspberrypi5'] } }],
  ['device types that are one text', { data: { supportedDeviceTypes: 'raspberrypi5' } }],
  ['variables that are numbers', { data: { applicationEnvironmentVariables: [1, 2] } }],
  ['a variable that is a list', { data: { applicationConfigVariables: [{ A: [1] }] } }],
  ['a variable without a value', { data: { applicationEnvironmentVariables: ['JUST_A_NAME'] } }],
])('rejects %s', (_what, parsed) => {
  expect(deployContract(parsed)).toBeUndefined()
})

test('distinguishes the contracts of blocks and fleets; fleets and apps are the same', () => {
  expect(otherClass({ type: 'sw.block' }, 'fleet')).toBe('block')
  expect(otherClass({ type: 'sw.block' }, 'block')).toBeUndefined()
  expect(otherClass({ type: 'sw.application' }, 'block')).toBe('fleet')
  expect(otherClass({ type: 'sw.application' }, 'app')).toBeUndefined()
  expect(otherClass({ type: null }, 'block')).toBeUndefined()
  expect(otherClass(null, 'fleet')).toBeUndefined()
})

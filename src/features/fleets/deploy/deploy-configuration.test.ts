import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readContract } from './contract.ts'
import {
  hasExpiredDeployment,
  isExpired,
  storedDeployment,
  linkedDeployment,
  pendingDeployment,
  withContract,
} from './deploy-configuration.ts'

const NOW = Date.parse('2026-11-20T14:00Z')
const DAY = 24 * 60 * 60_000

beforeEach(() => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
})
afterEach(() => {
  storedDeployment.set(null)
  vi.unstubAllGlobals()
})

const link = (query: string) => linkedDeployment(new URLSearchParams(query), NOW)

test('reads project, source, contract and device type from a link, and nothing else [DATA-041, ROUTE-043]', () => {
  expect(link('repoUrl=a&tarballUrl=b&configUrl=c&defaultDeviceType=d&other=e')).toEqual({
    repoUrl: 'a',
    tarballUrl: 'b',
    configUrl: 'c',
    defaultDeviceType: 'd',
    configVariables: [],
    environmentVariables: [],
    createdAt: NOW,
  })
  expect(link('repoUrl=&defaultDeviceType=%20')).toMatchObject({ repoUrl: null, defaultDeviceType: null })
})

test('adds the variables of the contract, and its device type unless the link has one [DATA-041]', () => {
  const contract = readContract(
    JSON.stringify({
      data: {
        defaultDeviceType: 'raspberrypi5',
        applicationConfigVariables: [{ BALENA_HOST_CONFIG_gpu_mem: 64 }],
        applicationEnvironmentVariables: [{ TITLE: 'x' }],
      },
    }),
  )
  expect(withContract(link('repoUrl=a'), contract)).toEqual({
    repoUrl: 'a',
    tarballUrl: null,
    configUrl: null,
    defaultDeviceType: 'raspberrypi5',
    configVariables: [{ name: 'BALENA_HOST_CONFIG_gpu_mem', value: '64' }],
    environmentVariables: [{ name: 'TITLE', value: 'x' }],
    createdAt: NOW,
  })
  expect(withContract(link('defaultDeviceType=generic-amd64'), contract).defaultDeviceType).toBe(
    'generic-amd64',
  )
})

test('a project without device type uses raspberrypi4-64 [FLEET-040]', () => {
  expect(withContract(link('repoUrl=a'), null).defaultDeviceType).toBe('raspberrypi4-64')
  expect(withContract(link('repoUrl=a'), readContract('{}')).defaultDeviceType).toBe('raspberrypi4-64')
})

test('a stored deployment expires after a day [FLEET-039]', () => {
  const deployment = link('repoUrl=a')
  expect(isExpired(deployment, NOW + DAY)).toBe(false)
  expect(isExpired(deployment, NOW + DAY + 1)).toBe(true)
  storedDeployment.set(deployment)
  expect(pendingDeployment(NOW + DAY)).toEqual(deployment)
  expect(hasExpiredDeployment(NOW + DAY)).toBe(false)
  expect(pendingDeployment(NOW + DAY + 1)).toBeUndefined()
  expect(hasExpiredDeployment(NOW + DAY + 1)).toBe(true)
})

test('ignores invalid stored deployments', () => {
  localStorage.setItem('deploy', JSON.stringify({ ...link('repoUrl=a'), environmentVariables: [1] }))
  expect(pendingDeployment(NOW)).toBeUndefined()
  localStorage.setItem('deploy', JSON.stringify({ repoUrl: 'a', createdAt: NOW }))
  expect(pendingDeployment(NOW)).toBeUndefined()
})

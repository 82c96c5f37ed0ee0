import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deployContract } from './contract.ts'
import {
  hasExpiredDeployment,
  isExpired,
  keptDeployment,
  linkedDeployment,
  waitingDeployment,
  withContract,
} from './deploy-configuration.ts'

const NOW = Date.parse('2026-11-20T14:00Z')
const DAY = 24 * 60 * 60_000

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => {
  keptDeployment.set(null)
  vi.unstubAllGlobals()
})

const link = (query: string) => linkedDeployment(new URLSearchParams(query), NOW)

test('a link names the project, its source, its contract and a device type, and nothing else [DATA-041, ROUTE-043]', () => {
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

test('the contract adds its variables and its device type, unless the link names one [DATA-041]', () => {
  const contract =
    deployContract({
      data: {
        defaultDeviceType: 'raspberrypi5',
        applicationConfigVariables: [{ BALENA_HOST_CONFIG_gpu_mem: 64 }],
        applicationEnvironmentVariables: [{ TITLE: 'x' }],
      },
    }) ?? null
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

test('a project that names no device type is for raspberrypi4-64 [FLEET-040]', () => {
  expect(withContract(link('repoUrl=a'), null).defaultDeviceType).toBe('raspberrypi4-64')
  expect(withContract(link('repoUrl=a'), deployContract({}) ?? null).defaultDeviceType).toBe(
    'raspberrypi4-64',
  )
})

test('what was kept is of use for a day, and not a moment longer [FLEET-039]', () => {
  const wanted = link('repoUrl=a')
  expect(isExpired(wanted, NOW + DAY)).toBe(false)
  expect(isExpired(wanted, NOW + DAY + 1)).toBe(true)
  keptDeployment.set(wanted)
  expect(waitingDeployment(NOW + DAY)).toEqual(wanted)
  expect(hasExpiredDeployment(NOW + DAY)).toBe(false)
  expect(waitingDeployment(NOW + DAY + 1)).toBeUndefined()
  expect(hasExpiredDeployment(NOW + DAY + 1)).toBe(true)
})

test('what was kept by somebody else’s hand is not trusted', () => {
  localStorage.setItem('deploy', JSON.stringify({ ...link('repoUrl=a'), environmentVariables: [1] }))
  expect(waitingDeployment(NOW)).toBeUndefined()
  localStorage.setItem('deploy', JSON.stringify({ repoUrl: 'a', createdAt: NOW }))
  expect(waitingDeployment(NOW)).toBeUndefined()
})

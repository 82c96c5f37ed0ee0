import { beforeAll, expect, test } from 'vitest'
import { FLEET, REFUSAL, useCliWorld, type Cli } from './cli-world.ts'

// A tag key with a space.
const world = useCliWorld({
  causedProblems: [/application_tag\.create\): #\/tag_key: String does not match pattern/],
})
let ada: Cli
let device: string
beforeAll(async () => {
  ada = await world.signedIn('ada')
  const [first] = await ada.json<{ uuid: string }[]>('device', 'list', '--fleet', FLEET)
  device = first?.uuid ?? ''
})

interface Variable {
  id: number
  name: string
  value: string
  serviceName?: string
}

const list = (...where: string[]) => ada.json<Variable[]>('env', 'list', ...where)
const find = async (name: string, ...where: string[]) =>
  (await list(...where)).find((variable) => variable.name === name)

test.concurrent('sets, changes, lists and removes a fleet variable', async () => {
  const where = ['--fleet', FLEET]
  await ada.ok('env', 'set', 'SITE', 'rotterdam', ...where)
  const made = await find('SITE', ...where)
  expect(made).toMatchObject({ value: 'rotterdam', serviceName: '*' })
  await ada.ok('env', 'rename', String(made?.id), 'hamburg')
  expect(await find('SITE', ...where)).toMatchObject({ id: made?.id, value: 'hamburg' })
  await ada.ok('env', 'rm', String(made?.id), '--yes')
  expect(await find('SITE', ...where)).toBeUndefined()
})

test.concurrent('a reserved name creates a configuration variable, which is listed separately', async () => {
  const where = ['--fleet', FLEET]
  await ada.ok('env', 'set', 'BALENA_HOST_CONFIG_gpu_mem', '64', ...where)
  expect(await find('BALENA_HOST_CONFIG_gpu_mem', ...where)).toBeUndefined()
  expect(await find('BALENA_HOST_CONFIG_gpu_mem', ...where, '--config')).toMatchObject({ value: '64' })
})

test.concurrent('sets a variable of one service of a fleet', async () => {
  const where = ['--fleet', FLEET, '--service', 'sensor-hub']
  await ada.ok('env', 'set', 'SAMPLE_MS', '250', ...where)
  expect(await find('SAMPLE_MS', ...where)).toMatchObject({ value: '250', serviceName: 'sensor-hub' })
  const refusal = await ada.refused('env', 'set', 'X', '1', '--fleet', FLEET, '--service', 'nope')
  expect(refusal).toMatch(/nope/)
})

test.concurrent('variables of a device and of its services override those of the fleet', async () => {
  await ada.ok('env', 'set', 'REPORT_EVERY_S', '5', '--device', device)
  await ada.ok('env', 'set', 'REPORT_EVERY_S', '1', '--device', device, '--service', 'sensor-hub')
  const values = (await list('--device', device))
    .filter(({ name }) => name === 'REPORT_EVERY_S')
    .map(({ value, serviceName }) => `${serviceName}: ${value}`)
  expect(values).toEqual(expect.arrayContaining(['*: 30', '*: 5', 'sensor-hub: 1']))
})

test.concurrent('sets, changes, lists and removes tags of a fleet, a device and a release', async () => {
  const [release] = await ada.json<{ id: number }[]>('release', 'list', FLEET)
  for (const where of [
    ['--fleet', FLEET],
    ['--device', device],
    ['--release', String(release?.id)],
  ]) {
    await ada.ok('tag', 'set', 'site', 'pier', ...where)
    await ada.ok('tag', 'set', 'site', 'quay two', ...where)
    expect(await ada.ok('tag', 'list', ...where)).toMatch(/^site +quay two$/m)
    await ada.ok('tag', 'rm', 'site', ...where)
    expect(await ada.run('tag', 'list', ...where)).not.toMatchObject({ out: expect.stringContaining('site') })
  }
  expect(await ada.refused('tag', 'set', 'a b', 'x', '--fleet', FLEET)).toMatch(/whitespace/)
  expect(await ada.refused('tag', 'set', 'site', 'x', '--fleet', 'acme_logistics/none')).toMatch(/not found/)
})

test.concurrent('an observer cannot set a variable', async () => {
  const olive = await world.signedIn('olive')
  expect(await olive.refused('env', 'set', 'SPY', '1', '--fleet', FLEET)).toMatch(REFUSAL)
  expect(await find('SPY', '--fleet', FLEET)).toBeUndefined()
})

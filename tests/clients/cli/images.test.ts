import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { FLEET, useCliWorld, type Cli } from './cli-world.ts'

const TYPE = 'raspberrypi4-64'
const VERSION = '6.1.0'

const world = useCliWorld()
let ada: Cli
/** An image without configuration. */
let image: string
beforeAll(async () => {
  ada = await world.signedIn('ada')
  image = join(ada.home, 'os.img')
  await ada.ok('os', 'download', TYPE, '--version', VERSION, '-o', image)
})

/** A copy of the image, since each test changes it. */
function ownImage(name: string): string {
  const path = join(ada.home, `${name}.img`)
  writeFileSync(path, readFileSync(image))
  return path
}

const read = (path: string) => ada.json<Record<string, unknown>>('config', 'read', '--drive', path)

test('downloads an image that the CLI can read', async () => {
  expect(statSync(image).size).toBeGreaterThan(4 * 1_048_576)
  expect(await read(image)).toEqual({ deviceType: TYPE, persistentLogging: false })
})

test('configures an image for a fleet, with network settings', async () => {
  const path = ownImage('fleet')
  await ada.ok(
    'os',
    'configure',
    path,
    '--fleet',
    FLEET,
    '--config-network',
    'wifi',
    '--config-wifi-ssid',
    'dock',
    '--config-wifi-key',
    'tidal-quilt',
    '--config-app-update-poll-interval',
    '10',
  )
  expect(await read(path)).toMatchObject({
    applicationName: 'cold-chain-eu',
    deviceType: TYPE,
    apiKey: expect.stringMatching(/^\w{32}$/),
    appUpdatePollInterval: 600_000,
  })
})

test('configures an image for a registered device, with its own connection', async () => {
  const path = ownImage('device')
  const uuid = 'c0'.repeat(16)
  await ada.ok('device', 'register', FLEET, '--uuid', uuid)
  const connection = join(ada.home, 'lte')
  writeFileSync(connection, '[connection]\nid=lte\ntype=gsm\n')
  const answers = ['--config-network', 'ethernet', '--config-app-update-poll-interval', '15']
  await ada.ok('os', 'configure', path, '--device', uuid, ...answers, '--system-connection', connection)
  expect(await read(path)).toMatchObject({ uuid, deviceType: TYPE })
})

test('writes single settings and whole configurations into an image', async () => {
  const path = ownImage('settings')
  await ada.ok('config', 'write', 'hostname', 'gate-north', '--drive', path)
  expect(await read(path)).toEqual({ deviceType: TYPE, persistentLogging: false, hostname: 'gate-north' })
  const file = join(ada.home, 'config.json')
  writeFileSync(file, JSON.stringify({ deviceType: TYPE, note: 'x'.repeat(5000) }))
  await ada.ok('config', 'inject', file, '--drive', path)
  expect(await read(path)).toEqual({ deviceType: TYPE, note: 'x'.repeat(5000) })
})

test('answers the prompts about an image with its defaults', async () => {
  const path = ownImage('asked')
  expect(await ada.withDefaults('local', 'configure', path)).toMatch(/Network SSID .*Done!/s)
  expect(await read(path)).toEqual({ deviceType: TYPE, persistentLogging: false, developmentMode: false })
  const uuid = 'c1'.repeat(16)
  await ada.ok('device', 'register', FLEET, '--uuid', uuid)
  const answers = ['--config-network', 'ethernet', '--config-app-update-poll-interval', '10']
  await ada.ok('os', 'configure', path, '--device', uuid, ...answers)
  expect(await ada.withDefaults('config', 'reconfigure', '--drive', path)).toMatch(
    /Network Connection .*Done/s,
  )
  expect(await read(path)).toMatchObject({ uuid, deviceType: TYPE })
})

test('a preload finds the root of the image, and stops only where a container engine is needed', async () => {
  const result = await ada.run('preload', ownImage('preload'), '--fleet', FLEET, '--commit', 'current')
  // Fails at this point, because the tests have no container engine client.
  expect(result).toMatchObject({ code: 1, err: expect.stringMatching(/^Modem is not a constructor/) })
  const empty = join(ada.home, 'empty.img')
  writeFileSync(empty, new Uint8Array(1_048_576))
  expect(await ada.refused('preload', empty, '--fleet', FLEET)).toMatch(/MBR boot signature/)
})

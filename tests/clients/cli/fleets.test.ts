import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ACME, FLEET, REFUSAL, useCliWorld, type Cli } from './cli-world.ts'

// A name with a space.
const world = useCliWorld({
  causedProblems: [/application\.update\): #\/app_name: String does not match pattern/],
})
let ada: Cli
beforeAll(async () => {
  ada = await world.signedIn('ada')
})

interface Fleet {
  id: number
  slug: string
  app_name: string
  device_type: string
}

interface Release {
  id: number
  commit: string
  raw_version: string
  is_final: boolean
  is_invalidated?: boolean
}

const releasesOf = (fleet: string) => ada.json<Release[]>('release', 'list', fleet)

/** The target release of a fleet, as printed by `fleet`. */
const targetOf = async (fleet: string) => /^COMMIT: +(\w+)/m.exec(await ada.ok('fleet', fleet))?.[1]

test.concurrent('lists the accessible fleets, and shows one by slug', async () => {
  const fleets = await ada.json<Fleet[]>('fleet', 'list')
  const fleet = fleets.find(({ slug }) => slug === FLEET)
  expect(fleet).toMatchObject({ app_name: 'cold-chain-eu', device_type: 'raspberrypi4-64' })
  expect(await ada.ok('fleet', FLEET)).toMatch(/SLUG: +acme_logistics\/cold-chain-eu/)
  expect(await ada.refused('fleet', 'acme_logistics/none')).toMatch(/Application not found/)

  const mel = await world.signedIn('mel')
  expect(await mel.ok('fleet', 'list')).not.toContain(FLEET)
})

test.concurrent('creates, renames and removes a fleet; rejects a name that is already taken', async () => {
  const gates = ['gates', '--type', 'raspberrypi4-64', '--organization', ACME]
  expect(await ada.ok('fleet', 'create', ...gates)).toContain('slug "acme_logistics/gates"')
  expect(await ada.refused('fleet', 'create', ...gates)).toMatch(/already exists/)
  expect(await ada.ok('fleet', 'rename', 'acme_logistics/gates', 'doors')).toMatch(/acme_logistics\/doors/)
  expect(await ada.refused('fleet', 'rename', 'acme_logistics/doors', 'bench-lab')).toMatch(/already exists/)
  expect(await ada.refused('fleet', 'rename', 'acme_logistics/doors', 'with space')).toMatch(/may only/)
  await ada.ok('fleet', 'rm', 'acme_logistics/doors', '--yes')
  expect(await ada.ok('fleet', 'list')).not.toMatch(/gates|doors/)
})

test.concurrent('creates an app and a block, whose names are separate from those of fleets', async () => {
  const where = ['--type', 'raspberrypi4-64', '--organization', ACME]
  expect(await ada.ok('app', 'create', 'gauges', ...where)).toContain('slug "acme_logistics/gauges"')
  expect(await ada.ok('block', 'create', 'dials', ...where)).toContain('slug "acme_logistics/dials"')
  expect(await ada.refused('block', 'create', 'gauges', ...where)).toMatch(/already exists/)
})

test.concurrent('pins a fleet to an older release, and lets it track the latest again', async () => {
  const fleet = 'acme_logistics/harbor-cams'
  await ada.ok('fleet', 'track-latest', fleet)
  const latest = await targetOf(fleet)
  const final = (await releasesOf(fleet)).filter(({ is_final }) => is_final)
  const older = final.find(({ commit }) => commit !== latest)
  await ada.ok('fleet', 'pin', fleet, older?.commit ?? '')
  expect(await targetOf(fleet)).toBe(older?.commit)
  expect(await ada.ok('fleet', 'pin', fleet)).toContain(`currently pinned to ${older?.commit}`)
  expect(await ada.refused('fleet', 'pin', fleet, 'f'.repeat(40))).toMatch(/Release not found/)
  expect(await targetOf(fleet)).toBe(older?.commit)
  await ada.ok('fleet', 'track-latest', fleet)
  expect(await targetOf(fleet)).toBe(latest)
})

test.concurrent('shows a release by id and short commit, finalizes, invalidates and validates it', async () => {
  const releases = await releasesOf(FLEET)
  const draft = releases.find(({ is_final }) => !is_final)
  const id = String(draft?.id)
  expect(await ada.ok('release', id)).toMatch(new RegExp(`COMMIT: +${draft?.commit}`))
  expect(await ada.ok('release', draft?.commit.slice(0, 7) ?? '')).toMatch(new RegExp(`ID: +${id}`))

  expect(await ada.ok('release', 'finalize', id)).toContain(`Release ${id} finalized`)
  expect(await ada.ok('release', id)).toMatch(/IS FINAL: +true/)
  await ada.ok('release', 'invalidate', id)
  expect(await targetOf(FLEET)).not.toBe(draft?.commit)
  await ada.ok('release', 'validate', id)
  expect(await ada.refused('release', '999999999')).toMatch(/Release not found/)
  expect(await ada.refused('release', 'list', 'nobody/none')).toMatch(/Application not found/)
})

test.concurrent('grants and revokes support access to a fleet', async () => {
  expect(await ada.ok('support', 'enable', '--fleet', FLEET, '--duration', '12h')).toContain(
    'granted for 12h',
  )
  expect(await ada.refused('support', 'enable', '--fleet', FLEET, '--duration', '5x')).toMatch(/Duration/)
  await ada.ok('support', 'disable', '--fleet', FLEET)
  expect(await ada.refused('support', 'enable')).toMatch(/At least one device or fleet/)
})

test.concurrent('restarts and purges all devices of a fleet; an update lock prevents it', async () => {
  await ada.ok('fleet', 'restart', 'acme_logistics/tram-displays')
  await ada.ok('fleet', 'purge', 'acme_logistics/tram-displays')
  expect(await ada.refused('fleet', 'restart', FLEET)).toMatch(/Supervisor locked/)
})

test.concurrent('an observer cannot change a fleet', async () => {
  const olive = await world.signedIn('olive')
  expect(await olive.ok('fleet', FLEET)).toContain(FLEET)
  expect(await olive.refused('fleet', 'rename', FLEET, 'mine')).toMatch(REFUSAL)
  expect(await olive.refused('fleet', 'rm', FLEET, '--yes')).toMatch(REFUSAL)
  expect(await ada.ok('fleet', FLEET)).toMatch(/SLUG: +acme_logistics\/cold-chain-eu/)
})

test.concurrent('generates the configuration of a new device of a fleet', async () => {
  const how = ['--version', '6.0.24', '--network', 'ethernet', '--appUpdatePollInterval', '10']
  const config = await ada.ok('config', 'generate', '--fleet', FLEET, ...how)
  expect(config).toMatch(/applicationName: +cold-chain-eu/)
  expect(config).toMatch(/deviceType: +raspberrypi4-64/)
})

test.concurrent('uploads a 12 MB release asset in parts, and downloads it unchanged', async () => {
  const [release] = await releasesOf('acme_logistics/bench-lab')
  const id = String(release?.id)
  const file = join(ada.home, 'firmware.bin')
  const bytes = Uint8Array.from({ length: 12 * 1_048_576 }, (_, at) => (at * 31) >> 3)
  writeFileSync(file, bytes)
  await ada.ok('release-asset', 'upload', id, file, '--key', 'firmware')
  expect(await ada.ok('release-asset', 'list', id)).toContain('firmware')
  const back = join(ada.home, 'back.bin')
  await ada.ok('release-asset', 'download', id, '--key', 'firmware', '--output', back)
  expect(Buffer.compare(readFileSync(back), bytes)).toBe(0)
  await ada.ok('release-asset', 'delete', id, '--key', 'firmware', '--yes')
  expect(await ada.run('release-asset', 'list', id)).not.toMatchObject({
    out: expect.stringContaining('firmware'),
  })
})

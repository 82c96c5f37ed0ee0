import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { serveCloud } from '../../mocks/hosts/http-server.ts'
import { createTestCloud, type TestCloud } from '../../mocks/hosts/node.ts'
import { planFileSchema, planJsonSchema } from '../../src/engines/rollouts/rollout-plan.ts'
import { readDataFile } from '../../src/files/data-file.ts'
import { exitCodes, rollout } from './rollout.ts'

const FLEET = 'acme_logistics/cold-chain-eu'
const PINNED = "is_pinned_on__release ne null and belongs_to__application/app_name eq 'cold-chain-eu'"
const SCHEMA = new URL('../../docs/rollout-plan.schema.json', import.meta.url)

function planFile(plan: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-rollout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'plan.yaml')
  writeFileSync(file, stringify({ fleet: FLEET, release: '4.10.2', ...plan }))
  return file
}

function aCloud(): TestCloud {
  const world = createTestCloud('first-look')
  onTestFinished(() => world.dispose())
  return world
}

/** Runs the command; each wait advances the clock of the world instead. */
async function run(world: TestCloud, args: string[], { waits = 400, minutes = 1 } = {}) {
  const output: string[] = []
  const stop = new AbortController()
  let waited = 0
  const code = await rollout(['--api', 'https://api.flotilla.test', ...args], {
    say: (line) => void output.push(line),
    warn: (line) => void output.push(line),
    token: await world.token('devi'),
    signal: stop.signal,
    now: () => world.clock.now(),
    fetch: async (input, init) => world.cloud.handle(new Request(input, init)),
    async wait() {
      if (++waited > waits) stop.abort()
      stop.signal.throwIfAborted()
      world.clock.advanceTo(world.clock.now() + minutes * 60_000)
    },
  })
  return { code, output: output.join('\n') }
}

const aPlan = (change: object = {}) =>
  planFile({ healthyMinutes: 2, stages: [{ percent: 10 }, { percent: 100 }], ...change })

test('the plan of the documentation is valid, and the errors of a plan are readable sentences', async () => {
  const text = readFileSync(new URL('../../docs/rollouts.md', import.meta.url), 'utf8')
  const documented = /```yaml\n([^`]+)```/.exec(text)?.[1] ?? ''
  expect(readDataFile(documented, planFileSchema)).toMatchObject({ devices: 'tag.region = eu' })
  const plan = aPlan({ devices: 'region = eu' })
  const { code, output } = await run(aCloud(), ['--plan', plan, '--dry-run'])
  expect([code, output]).toEqual([exitCodes.wrong, `${plan}: Line 7: devices: There is no field “region”.`])
})

test('a dry run tells devices that run the release from those that only target it', async () => {
  const world = aCloud()
  const [release] = await world.rows(
    "/v7/release?$select=id&$filter=raw_version eq '4.10.2' and belongs_to__application/app_name eq 'cold-chain-eu'",
    'ada',
  )
  const devices = await world.rows(
    `/v7/device?$select=id&$top=3&$orderby=id asc&$filter=belongs_to__application/app_name eq 'cold-chain-eu' and is_running__release ne ${Number(release?.['id'])} and is_pinned_on__release eq null`,
    'ada',
  )
  const pinned = await world.request(
    `/v7/device?$filter=id in (${devices.map(({ id }) => Number(id)).join(',')})`,
    {
      as: 'ada',
      method: 'PATCH',
      body: { is_pinned_on__release: release?.['id'] },
    },
  )
  expect(pinned.status).toBe(200)
  const { output } = await run(world, ['--plan', aPlan(), '--dry-run'])
  expect(output).toContain('skipped: 3 devices already updating to this release')
  expect(output).not.toContain('already running this release')
})

test('a dry run prints the number of devices of each stage, and which are skipped and why [OPS-011]', async () => {
  const world = aCloud()
  const { code, output } = await run(world, ['--plan', aPlan(), '--dry-run'])
  expect(code).toBe(exitCodes.done)
  expect(output).toMatch(
    /^4\.10\.2: \d+ devices match\n {2}stage 1 \(10 %\): \d devices\n {2}stage 2 \(100 %\): \d+ devices/,
  )
  expect(output).toMatch(/skipped: 1 device holding an update lock/)
  expect(await world.count(`/v7/device/$count?$filter=${PINNED}`, 'ada')).toBe(0)
})

test('runs unattended to the end, with a line a minute, and resumes where it was stopped [OPS-011]', async () => {
  const world = aCloud()
  const plan = aPlan()
  const stopped = await run(world, ['--plan', plan], { waits: 3 })
  expect(stopped.code).toBe(exitCodes.stopped)
  const { code, output } = await run(world, ['--plan', plan, '--take-over'])
  expect(output).toContain('Continuing 4.10.2')
  expect(output).toMatch(/running stage 2\/2 \(100 %\) monitoring: updated \d+, updating \d+/)
  expect(output).toMatch(/Rollout complete/)
  expect(code).toBe(exitCodes.done)
})

test('exceeding a limit ends it with an exit code and a reason, and abort restores all pins [OPS-003, OPS-011]', async () => {
  const world = aCloud()
  const plan = aPlan({
    stages: [{ percent: 100 }],
    healthyMinutes: 60,
    notSeenMinutes: 5,
    limits: [{ of: 'not-seen', number: 0, action: 'pause' }],
  })
  expect((await run(world, ['--plan', plan], { waits: 2 })).code).toBe(exitCodes.stopped)
  const [lost] = await world.rows(`/v7/device?$select=uuid&$filter=${PINNED}&$top=1`, 'ada')
  await world.request(`/__flotilla/devices/${String(lost?.['uuid'])}`, {
    method: 'POST',
    body: { contact: 'away' },
  })
  const { code, output } = await run(world, ['--plan', plan, '--take-over'], { waits: 100, minutes: 5 })
  expect(output).toMatch(
    /1 of \d+ devices have not been seen\. Limit: more than 0 devices have not been seen\./,
  )
  expect(code).toBe(exitCodes.paused)
  const aborted = await run(world, ['--plan', plan, '--abort', '--take-over'])
  expect(aborted.code).toBe(exitCodes.aborted)
  expect(await world.count(`/v7/device/$count?$filter=${PINNED}`, 'ada')).toBe(0)
})

test('does not touch another rollout of the fleet [OPS-008, OPS-011]', async () => {
  const world = aCloud()
  await run(world, ['--plan', aPlan()], { waits: 2 })
  const other = await run(world, ['--plan', aPlan({ release: '4.11.0' })])
  expect(other).toMatchObject({ code: exitCodes.taken, output: 'Another rollout of this fleet is active' })
})

test.each([
  [['--plan', '/nowhere/plan.yaml'], '/nowhere/plan.yaml: there is no such file or folder.'],
  [['--plan', 'x', '--colour'], /colour/],
  [[], '--plan is needed'],
])('%j is wrong usage', async (args, words) => {
  const { code, output } = await run(aCloud(), args)
  expect(code).toBe(exitCodes.wrong)
  expect(output).toMatch(words)
})

test('rejects an invalid plan with its line [OPS-011]', async () => {
  const { code, output } = await run(aCloud(), ['--plan', aPlan({ stages: [{ percent: 140 }] })])
  expect(code).toBe(exitCodes.wrong)
  expect(output).toMatch(/plan\.yaml: Line \d+: stages\.0\.percent: /)
})

test('the published schema is the one used for validation [OPS-011]', async () => {
  expect(JSON.parse(readFileSync(SCHEMA, 'utf8'))).toEqual(planJsonSchema())
})

test('runs in a separate process, and never writes its token [OPS-010, OPS-011]', async () => {
  const world = aCloud()
  const served = await serveCloud({ cloud: world.cloud })
  onTestFinished(() => served.close())
  const token = await world.token('devi')
  const child = spawn(
    process.execPath,
    ['scripts/rollout.ts', '--api', served.url, '--plan', aPlan(), '--dry-run'],
    { env: { ...process.env, FLOTILLA_TOKEN: token } },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += String(data)))
  const code = await new Promise((done) => child.on('exit', done))
  expect(output).toMatch(/^4\.10\.2: \d+ devices match/m)
  expect(code).toBe(0)
  expect(output).not.toContain(token.slice(0, 20))
})

import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const script = new URL('cloud.mjs', import.meta.url).pathname

/** Runs `npm run cloud` with a world file until it listens or exits; returns its output. */
function cloudWith(world: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-world-'))
  const file = join(folder, 'world.yaml')
  writeFileSync(file, world)
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, '--port', '0', '--world', file], (_, out, problems) => {
      rmSync(folder, { recursive: true })
      resolve(out + problems)
    })
    onTestFinished(() => void child.kill())
    child.stdout?.on('data', (text) => String(text).includes('cloud ready') && child.kill())
  })
}

const world = (type: string) =>
  `organization: { name: Northern Lights }\nfleets:\n  - name: shop-screens\n    type: ${type}\n`

test('[WORLD-004] npm run cloud opens a world file, and rejects an invalid one with its line and reason', async () => {
  expect(await cloudWith(world('intel-nuc'))).toContain('cloud ready http://127.0.0.1:')
  expect(await cloudWith(world('toaster'))).toMatch(/world\.yaml: Line 4: fleets\.0\.type must be one of/)
})

const exec = new URL('exec.mjs', import.meta.url).pathname

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-cloud-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Running {
  child: ChildProcess
  url: string
  /** What it has printed as errors so far. */
  errors(): string
}

/** Starts a cloud; resolves when it listens or ends. */
async function started(...args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [script, '--port', '0', ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let errors = ''
  child.stderr.on('data', (text) => (errors += String(text)))
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (text) => {
      output += String(text)
      if (output.includes('\n')) resolve()
    })
    child.once('close', () => resolve())
  })
  return { child, url: output.replace('cloud ready ', '').trim(), errors: () => errors }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return child.exitCode
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/login_`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada@flotilla.example', password: 'flotilla-demo' }),
  })
  return `Bearer ${await response.text()}`
}

test('--state keeps the world over a restart, with sessions, and refuses a second process and a broken file', async () => {
  const file = join(aFolder(), 'state')
  const first = await started('--state', file, '--scenario', 'bad-release', '--devices', '300')
  const authorization = await signIn(first.url)
  const renamed = await fetch(`${first.url}/v7/device(1)`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"device_name":"kept"}',
  })
  expect(renamed.status).toBe(200)
  const second = await started('--state', file)
  expect(second.errors()).toMatch(/state: is in use by another cloud, process \d+\./)
  expect(second.child.exitCode).toBe(2)
  expect(await ended(first.child)).toBe(0)
  expect(existsSync(`${file}.lock`)).toBe(false)

  const again = await started('--state', file)
  const name = await fetch(`${again.url}/v7/device(1)?$select=device_name`, { headers: { authorization } })
  expect(await name.json()).toEqual({ d: [expect.objectContaining({ device_name: 'kept' })] })
  const state = (await (await fetch(`${again.url}/__flotilla/state`)).json()) as object
  expect(state).toMatchObject({ scenario: 'bad-release' })
  // A process that was killed leaves its lock, which does not keep the next one out.
  await ended(again.child, 'SIGKILL')
  expect(existsSync(`${file}.lock`)).toBe(true)
  await ended((await started('--state', file)).child)

  const bytes = readFileSync(file)
  bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1
  writeFileSync(file, bytes)
  const broken = await started('--state', file)
  expect(broken.errors()).toContain('is damaged, its checksum is wrong. It is kept')
  expect(broken.child.exitCode).toBe(2)
  expect(readFileSync(file).equals(bytes)).toBe(true)
  writeFileSync(file, 'my notes')
  expect((await started('--state', file)).errors()).toContain('is not a state file')
})

test('--explain and --validate tell what is wrong with a request, and /__flotilla/ready that it listens', async () => {
  const cloud = await started('--explain', '--validate')
  expect((await fetch(`${cloud.url}/__flotilla/ready`)).status).toBe(200)
  const authorization = await signIn(cloud.url)
  const response = await fetch(`${cloud.url}/v7/device?$select=nmae`, { headers: { authorization } })
  expect(response.headers.get('x-flotilla-explanation')).toBe('device has no field nmae.')
  await fetch(`${cloud.url}/v7/device(1)`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"device_name":7}',
  })
  await ended(cloud.child)
  expect(cloud.errors()).toContain('GET /v7/device?$select=nmae answered 500: device has no field nmae.')
  expect(cloud.errors()).toMatch(/^PATCH \/v7\/device\(1\) breaks the contract: .*device_name/m)
})

test('exec runs a command with a cloud of its own and ends with its exit code', async () => {
  const run = (...args: string[]) =>
    new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(process.execPath, [exec, ...args], (error, out, problems) =>
        resolve({ code: error?.code ?? 0, output: out + problems }),
      )
    })
  const program = `fetch(process.env.FLOTILLA_URL + '/__flotilla/state').then(async (response) => {
    console.log((await response.json()).scenario)
    process.exit(7)
  })`
  expect(await run('--scenario', 'empty-account', '--', process.execPath, '-e', program)).toEqual({
    code: 7,
    output: 'empty-account\n',
  })
  expect(await run('--', 'no-such-program')).toEqual({
    code: 127,
    output: 'There is no command "no-such-program".\n',
  })
  expect(await run()).toMatchObject({
    code: 2,
    output: expect.stringContaining('There is no command to run'),
  })
})

test.each([
  [['--scenrio', 'x'], 'There is no option --scenrio; did you mean "--scenario"? "--help" lists all.'],
  [['--port'], '--port needs a value.'],
  [['--port', 'x'], '--port must be a whole number from 0 to 65535, not "x"'],
  [['bad-release'], '"bad-release" is not an option; options begin with two dashes. "--help" lists all.'],
  [['--world', 'missing.yaml'], 'missing.yaml: there is no such file or folder.'],
])('with %j the error is one sentence', async (args, sentence) => {
  const { errors, child } = await started(...args)
  expect([errors(), child.exitCode]).toEqual([`${sentence}\n`, 2])
})

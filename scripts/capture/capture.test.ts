import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestCloud, type TestCloud } from '../../mocks/hosts/node.ts'
import type { PlatformName } from '../../mocks/platforms/platform.ts'
import { readWorldFile } from '../../src/simulation/world-file/world-file.ts'
import { capture, exitCodes, type CaptureEnvironment } from './capture.ts'

function aCloud(platform: PlatformName = 'hosted'): TestCloud {
  const world = createTestCloud('first-look', { platform })
  onTestFinished(() => world.dispose())
  return world
}

function aFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-capture-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'ours.world.yaml')
}

async function run(world: TestCloud, args: string[], environment: Partial<CaptureEnvironment> = {}) {
  const output: string[] = []
  const code = await capture(['--api', 'https://api.flotilla.test', '--requests', '300', ...args], {
    say: (line) => void output.push(line),
    warn: (line) => void output.push(line),
    ask: async () => undefined,
    token: await world.token('ada'),
    signal: new AbortController().signal,
    now: () => world.clock.now(),
    fetch: async (input, init) => world.cloud.handle(new Request(input, init)),
    wait: async () => {},
    ...environment,
  })
  return { code, output: output.join('\n') }
}

test('asks before it reads, says whose data it is, writes the file and reports [CAPTURE-009]', async () => {
  const out = aFile()
  const world = aCloud()
  const asked: string[] = []
  const no = await run(world, ['--out', out], { ask: async (question) => (asked.push(question), 'n') })
  expect(no).toMatchObject({
    code: exitCodes.refused,
    output: expect.stringMatching(/Nothing was written\.$/),
  })
  expect(no.output).toMatch(/organizations of this account/)
  expect(asked).toEqual(['Read them? [y/N] '])
  expect(existsSync(out)).toBe(false)

  const yes = await run(world, ['--out', out], { ask: async () => 'y' })
  expect(yes.code).toBe(exitCodes.done)
  expect(yes.output).toMatch(/^2 organizations, 11 fleets and \d+ devices can be read\./)
  expect(yes.output).toMatch(/Replaced by pseudonyms: organizations, fleets, devices, services,/)
  expect(yes.output).toMatch(/Merged: \d+ devices/)
  expect(yes.output).toMatch(/Not read: values of variables, compositions, logs/)
  expect(yes.output).toMatch(/Sign in to the world as [a-z]+\.[a-z]+@flotilla\.example/)
  expect(existsSync(`${out}.part`)).toBe(false)
  expect(readWorldFile(readFileSync(out, 'utf8')).fleets?.length).toBe(11)
})

test('on an open backend it says that the data is everybody’s [CAPTURE-009]', async () => {
  const { code, output } = await run(aCloud('open'), ['--out', aFile(), '--yes'])
  expect(output).toMatch(/everybody/)
  expect(code).toBe(exitCodes.done)
})

test('a token is asked for, and never taken as an argument [CAPTURE-009]', async () => {
  const world = aCloud()
  const asked: [string, boolean | undefined][] = []
  const { code } = await run(world, ['--out', aFile(), '--yes'], {
    token: undefined,
    ask: async (question, isSecret) => (asked.push([question, isSecret]), world.token('ada')),
  })
  expect(code).toBe(exitCodes.done)
  expect(asked).toEqual([['Token of the platform (not shown): ', true]])
  const given = await run(world, ['--out', aFile(), '--token=abc'])
  expect(given).toMatchObject({ code: exitCodes.wrong, output: expect.stringContaining('FLOTILLA_TOKEN') })
})

test('a platform that stops answering ends it, and the same command continues [CAPTURE-008]', async () => {
  const out = aFile()
  const world = aCloud()
  let devices = 0
  const failing: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (/\/v7\/device\?/.test(request.url) && ++devices > 4) return new Response('', { status: 503 })
    return world.cloud.handle(request)
  }
  const stopped = await run(world, ['--out', out, '--yes'], { fetch: failing })
  expect(stopped).toMatchObject({
    code: exitCodes.unfinished,
    output: expect.stringMatching(/The same command continues\.$/),
  })
  expect(existsSync(out)).toBe(false)
  expect(readFileSync(`${out}.part`, 'utf8')).not.toMatch(/cold-chain|Acme|Moreau/)
  const { code, output } = await run(world, ['--out', out, '--yes'])
  expect(output).toContain('Continuing the earlier capture of this file.')
  expect(code).toBe(exitCodes.done)
})

test.each([
  [['--yes'], /--out is needed/],
  [['--out', 'x', '--keep', 'secrets'], /--keep secrets: must be one of organizations,/],
  [['--out', 'x', '--keep', 'devices'], /--keep devices needs --single/],
  [['--out', 'x', '--requests', '0'], /--requests must be a whole number from 1 to 300/],
  [['--out', 'x', '--colour'], /colour/],
  [['--out', 'x'], /Nobody can be asked here: --yes/],
])('%j is refused with a sentence [CAPTURE-009]', async (args, reason) => {
  const { code, output } = await run(aCloud(), args)
  expect(code).toBe(exitCodes.wrong)
  expect(output).toMatch(reason)
})

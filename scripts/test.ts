import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { ensureBrowser, ensureFirefox } from './browser.ts'
import type { FoundBrowser } from './browser.ts'
import { buildIfStale } from './build.ts'
import { describeCheck, runChecks } from './check.ts'
import { noArguments } from './command-line.ts'
import { ensureServers } from './hosting/web-servers.ts'
import { addCounts, countPlaywright, countVitest } from './test-counts.ts'
import type { Counts } from './test-counts.ts'
import { ensureWebKit } from './webkit.ts'

const root = join(import.meta.dirname, '..')
/** Node's compile cache: most test processes load the same libraries. */
const compiled = join(root, 'node_modules/.cache/compiled')
const reports = mkdtempSync(join(tmpdir(), 'flotilla-test-'))

const heading = (text: string) => process.stdout.write(`\n── ${text} ──\n`)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const failedWith = (failure: string): Counts => ({
  passed: 0,
  skipped: 0,
  failures: [failure],
  retried: [],
})

/** Runs a tool of the project; returns its exit code. */
function runTool(script: string, args: readonly string[], env: Record<string, string> = {}): number {
  const tool = join(root, 'node_modules', script)
  const done = spawnSync(process.execPath, [tool, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
  })
  return done.status ?? 1
}

/** Counts the tests in a report. A tool that fails without a failed test, or writes no report, is itself a failure. */
function readReport(name: string, file: string, code: number, count: (report: unknown) => Counts): Counts {
  try {
    const counts = count(JSON.parse(readFileSync(file, 'utf8')))
    if (code !== 0 && counts.failures.length === 0) {
      return { ...counts, failures: [`${name}: ended with an error outside of any test (shown above)`] }
    }
    return counts
  } catch (error) {
    return failedWith(`${name}: left no report that can be read (${messageOf(error)})`)
  }
}

async function checkStage(): Promise<Counts> {
  const results = await runChecks((result) => process.stdout.write(`${describeCheck(result)}\n`))
  const failed = results.filter(({ passed }) => !passed)
  return {
    passed: results.length - failed.length,
    skipped: 0,
    failures: failed.map(({ name }) => `check: ${name}`),
    retried: [],
  }
}

function vitestStage(): Counts {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = runTool('vitest/vitest.mjs', ['run', ...reporters])
  return readReport('vitest', file, code, (report) => countVitest(report, root))
}

async function buildStage(): Promise<Counts> {
  try {
    await buildIfStale()
    process.stdout.write('dist/ is up to date\n')
    return { passed: 1, skipped: 0, failures: [], retried: [] }
  } catch (error) {
    return failedWith(`build: ${messageOf(error)}`)
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** The number of servers that playwright.config.ts starts, on consecutive ports. */
const SERVERS = 7

/** The first of this many consecutive free ports: the tests must never run against another server. */
async function freePorts(): Promise<number> {
  for (let first = 4180; first < 5170; first += 10) {
    const free = await Promise.all(Array.from({ length: SERVERS }, (_, nth) => isFree(first + nth)))
    if (free.every(Boolean)) return first
  }
  throw new Error(`No ${SERVERS} neighbouring free ports between 4180 and 5170`)
}

async function browserStage(browser: FoundBrowser | Error): Promise<Counts> {
  if (browser instanceof Error) return failedWith(`browser: ${browser.message}`)
  const file = join(reports, 'playwright.json')
  const env: Record<string, string> = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    FLOTILLA_E2E_PORT: String(await freePorts()),
    ...(browser.executablePath === undefined ? {} : { CHROMIUM: browser.executablePath }),
    ...('path' in firefox ? { FIREFOX: firefox.path } : {}),
  }
  const code = runTool('playwright/cli.js', ['test', '--reporter=list,json'], env)
  const counts = readReport('playwright', file, code, countPlaywright)
  const absent = [firefox, webkit].filter((engine) => 'reason' in engine).length
  return { ...counts, skipped: counts.skipped + absent }
}

interface Stage {
  name: string
  run: () => Counts | Promise<Counts>
}

/** Runs every stage, even after failures. */
async function runStages(stages: readonly Stage[]): Promise<Counts> {
  const all: Counts[] = []
  const times: string[] = []
  for (const { name, run } of stages) {
    heading(name)
    const start = performance.now()
    try {
      all.push(await run())
    } catch (error) {
      all.push(failedWith(`${name}: ${messageOf(error)}`))
    }
    times.push(`${name} ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  process.stdout.write(`\nTime: ${times.join(', ')}\n`)
  return addCounts(all)
}

noArguments('npm test', 'For some of the tests: npx vitest run PATH, npx playwright test PATH.')
heading('set-up')
const browser = await ensureBrowser().catch((error: unknown) => new Error(messageOf(error)))
process.stdout.write(
  browser instanceof Error
    ? `${browser.message}\n`
    : `Browser: ${browser.executablePath ?? "Playwright's own"}\n`,
)
const firefox = ensureFirefox()
const aboutFirefox = 'path' in firefox ? firefox.path : `its journeys are skipped. ${firefox.reason}`
process.stdout.write(`Firefox: ${aboutFirefox}\n`)
const webkit = ensureWebKit()
const aboutWebKit = 'reason' in webkit ? `its journeys are skipped. ${webkit.reason}` : webkit.version
process.stdout.write(`WebKit: ${aboutWebKit}\n`)
/** Whether the web servers are there that the configuration for them is tested with, or why not. */
const aboutServers = Object.entries(ensureServers())
  .map(([name, server]) =>
    'path' in server ? `${name}: ${server.path}` : `${name}: its tests are skipped. ${server.reason}`,
  )
  .join('\n')
process.stdout.write(`${aboutServers}\n`)

const { passed, skipped, failures, retried } = await runStages([
  { name: 'checks', run: checkStage },
  // Several tests need the build, in processes that would each make one.
  { name: 'build', run: buildStage },
  { name: 'unit, contract, screen, client and package tests', run: vitestStage },
  { name: 'browser tests', run: () => browserStage(browser) },
])
rmSync(reports, { recursive: true, force: true })

const listed = (names: readonly string[], mark: string) => names.map((each) => `  ${mark} ${each}`).join('\n')
if (retried.length > 0) process.stdout.write(`\nPassed at a second try:\n${listed(retried, '~')}\n`)
if (skipped > 0) process.stdout.write(`\n${skipped} skipped\n`)
if ('reason' in firefox) process.stdout.write(`\nFirefox: ${aboutFirefox}\n`)
if ('reason' in webkit) process.stdout.write(`\nWebKit: ${aboutWebKit}\n`)
if (aboutServers.includes('skipped')) process.stdout.write(`\n${aboutServers}\n`)
if (failures.length > 0) process.stdout.write(`\nFailed:\n${listed(failures, '✗')}\n`)
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0

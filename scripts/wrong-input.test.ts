// Every script with wrong input: one sentence, last on the screen, without the jargon of the system. In this process, because a process
// for each row would take a minute.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'flotilla-input-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => void vi.restoreAllMocks())

const put = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const missing = join(folder, 'missing.yaml')
const file = put('a-file', 'text')
const noUrl = put('no-url.json', '{ "mode": "live" }')
const broken = put('broken.json', '{ "mode":')
const world = put('world.yaml', 'fleets:\n  - nmae: x\n')
const plan = put('plan.yaml', 'stages: [{ percent: 100 }]\nrelease: 1.0.0\n')
/** A port on which nothing listens: browsers and servers do not use it. */
const nowhere = 'http://127.0.0.1:1'
const [driven, asked] = [
  ['--api', nowhere, '--key', 'k', '--fleet', 'a/b'],
  ['--api', nowhere, '--token', 't'],
]

/** Each script with at least five wrong inputs, and how the sentence begins. */
const TABLE: Readonly<Record<string, readonly (readonly [args: readonly string[], sentence: string])[]>> = {
  'scripts/start.ts': [
    [['--port', 'eighty'], '--port must be a number from 0 to 65535, not "eighty".'],
    [['--live', 'example.com'], '--live: "apiUrl" must be a full URL'],
    [['--config', noUrl], `${noUrl}: "apiUrl" is required in live mode`],
    [['--config', folder], `--config ${folder}: is a folder, and a file is needed.`],
    [['--world', world], `${world}: Line 2: fleets.0.name must be text`],
    [['--world', folder], `${folder}: is a folder, and a file is needed.`],
    [['--hots', 'x'], 'There is no option --hots; did you mean "--host"?'],
    [['--port'], '--port needs a value.'],
  ],
  'scripts/dev.ts': [
    [['--port', 'x'], '--port must be a whole number from 0 to 65535, not "x".'],
    [['--prot', '1'], 'There is no option --prot; did you mean "--port"?'],
    [['folder'], '"folder" is not an option; options begin with two dashes.'],
    [['--host'], '--host needs a value.'],
    [['--force=1'], '--force takes no value.'],
  ],
  'scripts/build.ts': [
    [['--config', broken], `${broken}: is not valid JSON`],
    [['--config', missing], `${missing}: there is no such file or folder.`],
    [['--bsae', '/x/'], 'There is no option --bsae; did you mean "--base"? "--help" lists all.'],
    [['--base', 'x y'], '--base must be a path such as /demo/'],
    [['--out', file], `--out must be a folder; ${file} is a file.`],
  ],
  'scripts/hosting.ts': [
    [['--out', file], `--out must be a folder; ${file} is a file.`],
    [['--config', folder], `${folder}: is a folder, and a file is needed.`],
    [['--config', broken], `${broken}: is not valid JSON`],
    [['extra'], '"extra" is not an option'],
    [['--base'], '--base needs a value.'],
  ],
  'scripts/release.ts': [
    [['--out', file], `--out must be a folder; ${file} is a file.`],
    [['--base', 'x y'], '--base must be a path such as /demo/'],
    [['--confg', 'x'], 'There is no option --confg; did you mean "--config"?'],
    [['extra'], '"extra" is not an option'],
    [['--out'], '--out needs a value.'],
  ],
  'scripts/offline-bundle.ts': [
    [['--out', file], `--out must be a folder; ${file} is a file.`],
    [['--uot', 'x'], 'There is no option --uot; did you mean "--out"?'],
    [['extra'], '"extra" is not an option'],
    [['--out'], '--out needs a value.'],
    [['--help=1'], '--help takes no value.'],
  ],
  'scripts/cloud.mjs': [
    [['--scenario', 'relase-day'], 'There is no scenario "relase-day"; did you mean "release-day"?'],
    [['--platform', 'opne'], '--platform must be hosted or open, not "opne"; did you mean "open"?'],
    [['--devices', '-3'], '--devices needs a value, and what follows it begins with a dash.'],
    [['--state', folder, '--port', '0'], `${folder}: is a folder, and a file is needed.`],
    [['--world', folder], `${folder}: is a folder, and a file is needed.`],
    [['--world', missing], `${missing}: there is no such file or folder.`],
    [['--at', 'tomorrow'], '--at must be a time such as 2026-11-20T14:00Z, not "tomorrow"'],
  ],
  'scripts/exec.mjs': [
    [[], 'There is no command to run: write it after two dashes'],
    [
      ['--scenario', 'bad-relase', '--', 'true'],
      'There is no scenario "bad-relase"; did you mean "bad-release"?',
    ],
    [['--prot', '3', '--', 'true'], 'There is no option --prot; did you mean "--port"?'],
    [['--seed', 'many', '--', 'true'], '--seed must be a whole number from 0 to 4294967295, not "many"'],
    [['--world', missing, '--', 'true'], `${missing}: there is no such file or folder.`],
  ],
  'scripts/drive.ts': [
    [['--api', 'x'], '--api must be a URL such as https://api.example.com, not "x"'],
    [[...driven, '--persona', 'stedy'], 'There is no persona "stedy"; did you mean "steady"?'],
    [[...driven, '--devices', 'many'], '--devices must be a number from 1 to 100000, not "many"'],
    [[...driven, '--ramp', '5/x'], '--ramp must be like 5/s'],
    [driven, `Nothing answers at ${nowhere}.`],
  ],
  'scripts/drift.ts': [
    [asked, `Nothing answers at ${nowhere}.`],
    [[...asked, '--json', folder], `--json must be a file; ${folder} is a folder.`],
    [[...asked, '--platform', 'opne'], '--platform must be hosted or open, not "opne"; did you mean "open"?'],
    [[...asked, '--pause', 'x'], '--pause must be a whole number from 0 to 99999, not "x".'],
    [['--api', 'nope'], '--api must be a URL such as https://api.example.com.'],
  ],
  'scripts/parity.ts': [
    [['--comparison', missing], `${missing}: there is no such file or folder.`],
    [['--comparison', broken], `${broken}: is not valid JSON`],
    [['--comparison', noUrl], `${noUrl}: is not a file of "npm run drift -- --json FILE".`],
    [
      ['--level', 'recorde'],
      '--level must be recorded or client or captured or read or inferred, not "recorde"; did you mean "recorded"?',
    ],
    [['extra'], '"extra" is not an option'],
    [['--add', 'x', missing], `${missing}: there is no such file or folder.`],
  ],
  'scripts/rollout.ts': [
    [[...asked, '--plan', missing], `${missing}: there is no such file or folder.`],
    [[...asked, '--plan', folder], `${folder}: is a folder, and a file is needed.`],
    [[...asked, '--plan', plan], `${plan}: Line 1: fleet is missing`],
    [['--plna', 'x'], 'There is no option --plna; did you mean "--plan"?'],
    [['--api', 'x'], '--api must be a URL such as https://api.example.com.'],
  ],
  'scripts/capture.ts': [
    [['--api', 'x', '--out', 'y'], '--api must be a URL such as https://api.example.com'],
    [['--api', nowhere], '--out is needed: the world file to write'],
    [
      ['--keep', 'fleetz', '--api', nowhere, '--out', missing],
      '--keep fleetz: must be one of organizations, fleets',
    ],
    [
      ['--requests', '0', '--api', nowhere, '--out', missing],
      '--requests must be a whole number from 1 to 300',
    ],
    [['--otu', 'x'], 'There is no option --otu; did you mean "--out"?'],
  ],
  'scripts/mutate.ts': [
    [['nope.ts'], 'nope.ts: there is no such file or folder.'],
    [['--sample', 'x'], '--sample must be a whole number from 1 to 1000000, not "x".'],
    [['--part', '3'], '--part must be a part such as 2/5, not "3".'],
    [['--again', missing], `${missing}: there is no such file or folder.`],
    [['docs/kit.md'], 'docs/kit.md: only .ts and .tsx files have mutants.'],
  ],
  'scripts/requirements.ts': [
    [['DEVLIST-OO4'], 'No requirement in docs/requirements.tsv has the id or area DEVLIST-OO4; did you mean'],
    [
      ['DEVLST'],
      'No requirement in docs/requirements.tsv has the id or area DEVLST; did you mean "DEVLIST"?',
    ],
    [['--chekc'], 'There is no option --chekc; did you mean "--check"?'],
    [['--check=1'], '--check takes no value.'],
    [['-x'], 'There is no option -x. "--help" lists all.'],
  ],
  'scripts/shots.ts': [
    [
      ['--route', 'fleet-device'],
      '--route must be a name that "--help" lists, not "fleet-device"; did you mean "fleet-devices"?',
    ],
    [
      ['--scenario', 'relase-day'],
      '--scenario must be a name that "--help" lists, not "relase-day"; did you mean "release-day"?',
    ],
    [['--as', 'adda'], '--as must be a name that "--help" lists, not "adda"; did you mean "ada"?'],
    [['--width', 'wide'], '--width must be a whole number from 200 to 4000, not "wide".'],
    [['--scheme', 'drak'], '--scheme must be light or dark, not "drak"; did you mean "dark"?'],
  ],
  'scripts/sweep.ts': [
    [['--browser', 'opera'], '--browser must be chromium or firefox or webkit, not "opera".'],
    [['--route', 'nowhere'], '--route must be a name that "--help" lists, not "nowhere".'],
    [
      ['--theme', 'drak'],
      '--theme must be light or dark or contrast or contrast-dark or forced, not "drak"; did you mean "dark"?',
    ],
    [['--width', 'x'], '--width must be a whole number from 200 to 4000, not "x".'],
    [['--part', '9/5'], '--part must be a part such as 2/5, not "9/5".'],
  ],
  'scripts/contract.ts': [
    [['--chekc'], 'There is no option --chekc; did you mean "--check"?'],
    [['extra'], '"extra" is not an option; options begin with two dashes.'],
    [['--help'], 'There is no option --help.'],
    [['--check=1'], '--check takes no value.'],
    [['-x'], 'There is no option -x.'],
  ],
  'scripts/check.ts': [
    [['--fix'], '"npm run check" takes no options.'],
    [['src'], '"npm run check" takes no options.'],
    [['--help'], '"npm run check" takes no options.'],
    [['-x'], '"npm run check" takes no options.'],
    [['a', 'b'], '"npm run check" takes no options.'],
  ],
  'scripts/coherence.mjs': [
    [['many'], 'The number of draws must be a whole number, not "many".'],
    [['-1'], 'The number of draws must be a whole number, not "-1".'],
    [['--help'], 'The number of draws must be a whole number, not "--help".'],
    [['1.5'], 'The number of draws must be a whole number, not "1.5".'],
    [['1', '2'], '"2" is one too many: give only the number of draws.'],
  ],
  'bench/bench.ts': [
    [['--only', 'tabel'], '--only must be a name that "--help" lists, not "tabel"; did you mean "table"?'],
    [['--runs', 'x'], '--runs must be a whole number from 1 to 1000, not "x".'],
    [['--onyl', 'x'], 'There is no option --onyl; did you mean "--only"? "--help" lists all.'],
    [['--mode', 'liev'], '--mode must be '],
    [['table'], '"table" is not an option'],
  ],
  'scripts/hostile-responses.ts': [
    [['faulst'], 'There are no tests called "faulst"; there are '],
    [['faults', '--help'], 'There is no option --help.'],
    [['faults', 'nope'], '"nope" is not an option'],
    [['faults', '-x'], 'There is no option -x.'],
    [['faults', '-t'], '--test-name needs a value.'],
  ],
}

class Ended extends Error {}

/** Runs a script in this process until it ends itself, with what it printed. */
async function run(script: string, args: readonly string[], row: number) {
  let problems = ''
  const before = { argv: process.argv, exitCode: process.exitCode, token: process.env['FLOTILLA_TOKEN'] }
  delete process.env['FLOTILLA_TOKEN']
  const path = join(root, script)
  process.argv = [process.execPath, path, ...args]
  process.exitCode = 0
  let code: unknown
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    problems += String(text)
    return true
  })
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void (problems += `${String(text)}\n`))
  vi.spyOn(process, 'exit').mockImplementation((ended) => {
    code ??= ended ?? process.exitCode
    throw new Ended()
  })
  const signals = (['SIGINT', 'SIGTERM'] as const).map((signal) => ({
    signal,
    had: process.listeners(signal),
  }))
  try {
    await import(/* @vite-ignore */ `${path}?row=${row}`)
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
  code ??= process.exitCode
  process.argv = before.argv
  process.exitCode = before.exitCode
  if (before.token !== undefined) process.env['FLOTILLA_TOKEN'] = before.token
  for (const { signal, had } of signals)
    for (const listener of process.listeners(signal))
      if (!had.includes(listener)) process.removeListener(signal, listener)
  return { code, problems }
}

test.each(Object.keys(TABLE))('%s: one sentence for each wrong input', async (script) => {
  const rows = TABLE[script] ?? []
  expect(rows.length).toBeGreaterThanOrEqual(5)
  for (const [row, [args, sentence]] of rows.entries()) {
    const { code, problems } = await run(script, args, row)
    const last = problems.trimEnd().split('\n')
    expect.soft(problems.startsWith(sentence), `${args.join(' ')}: ${problems}`).toBe(true)
    // All errors of a file at once, one a line.
    if (!args.includes(world)) expect.soft(last, args.join(' ')).toHaveLength(1)
    expect
      .soft(problems, args.join(' '))
      .not.toMatch(/\bE(?:NOENT|ISDIR|EXIST|ACCES|NOTDIR|PERM)\b|^\s+at |\bUsage:|Invalid input|undefined/m)
    expect.soft([0, undefined], args.join(' ')).not.toContain(code)
  }
})

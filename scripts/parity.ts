// `npm run parity`: writes docs/platform/parity.md and parity.html, which say for each operation how the mock's answers are known.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { didYouMean } from '../mocks/base/closest-name.ts'
import { PLATFORM_NAMES } from '../mocks/platforms/platform.ts'
import type { PlatformName } from '../mocks/platforms/platform.ts'
import { argumentsOrExit, jsonOf, oneOf, orExit, textOf, UsageError } from './command-line.ts'
import {
  addEvidence,
  EVIDENCE_FILE,
  evidenceText,
  LEVELS,
  operationsOfContract,
  readEvidence,
  recordedOperations,
  RECORDED_SOURCE,
} from './parity/evidence.ts'
import { parityPage, parityTable, parityRows } from './parity/page.ts'
import { saveComparison } from './parity/save-comparison.ts'
import type { ComparisonFile } from './parity/save-comparison.ts'

const USAGE = `npm run parity [-- options]
  --check            writes nothing; fails if the pages are not up to date
  --only TEXT        prints the operations whose id starts with TEXT instead
  --level LEVEL      prints those that are known like this: ${LEVELS.join(', ')}
  --add SOURCE FILE  adds a source of evidence.json to the operations in a file, one id a line, as the tests of the
                     official clients write with FLOTILLA_EVIDENCE=FILE
  --comparison FILE  adds what \`npm run drift -- --json FILE\` found on a platform
  --version V        its version`

const docs = join(import.meta.dirname, '..', 'docs', 'platform')

/** @throws UsageError */
function comparisonIn(path: string): ComparisonFile {
  const file = jsonOf(path) as ComparisonFile
  if (!Array.isArray(file.operations))
    throw new UsageError(`${path}: is not a file of "npm run drift -- --json FILE".`)
  if (file.isMock) throw new UsageError('This is a comparison with a mock cloud, which is no evidence.')
  return file
}

function stop(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const { values, positionals } = argumentsOrExit({
  options: { check: flag, help: flag, only: text, level: text, add: text, comparison: text, version: text },
  allowPositionals: true,
})
if (values.help) {
  process.stdout.write(`${USAGE}\n`)
  process.exit(0)
}

if (positionals.length > (values.add === undefined ? 0 : 1))
  stop(`"${positionals.at(-1)}" is not an option; options begin with two dashes. "--help" lists all.`)
const level =
  values.level === undefined ? undefined : orExit(() => oneOf('--level', values.level ?? '', LEVELS))
const [listFile] = positionals
const listed = listFile === undefined ? undefined : orExit(() => textOf(listFile))
if (values.add !== undefined && listed === undefined) stop('--add needs a source and a file.')
const { comparison } = values
const compared = comparison === undefined ? undefined : orExit(() => comparisonIn(comparison))

const evidence = readEvidence()
const operations = await operationsOfContract()

if (values.only !== undefined || level !== undefined) {
  const { only = '' } = values
  if (!operations.some(({ id }) => id.startsWith(only))) stop(`No operation's id starts with "${only}".`)
  for (const { operation, cells, levels, differences } of parityRows(evidence, operations)) {
    if (!operation.id.startsWith(only)) continue
    if (level !== undefined && levels.hosted !== level && levels.open !== level) continue
    process.stdout.write(
      `${operation.id}\n  hosted: ${cells.hosted}\n  open: ${cells.open}\n${differences === '' ? '' : `  differs: ${differences}\n`}`,
    )
  }
  process.exit(0)
}

if (values.add !== undefined) {
  const source = evidence.sources[values.add]
  if (source === undefined)
    stop(
      `evidence.json has no source "${values.add}"${didYouMean(values.add, Object.keys(evidence.sources))}`,
    )
  const known = new Set(operations.map(({ id }) => id))
  const ids = new Set((listed ?? '').split('\n').filter((id) => known.has(id)))
  const platforms: readonly PlatformName[] =
    source.platform === undefined ? PLATFORM_NAMES : [source.platform]
  process.stdout.write(
    `${addEvidence(evidence, values.add, ids, platforms)} added to ${ids.size} operations\n`,
  )
}

if (compared !== undefined) {
  const { platform, operations: answers } = compared
  const date = new Date().toISOString().slice(0, 10)
  const { alike, different } = saveComparison(evidence, answers, {
    platform,
    version: values.version,
    date,
  })
  process.stdout.write(`${alike} operations are answered alike, ${different} are not\n`)
}

addEvidence(evidence, RECORDED_SOURCE, recordedOperations(), ['open'])

const pages: [file: string, text: string][] = [
  [EVIDENCE_FILE, evidenceText(evidence)],
  [join(docs, 'parity.md'), parityPage(evidence, operations)],
  [join(docs, 'parity.html'), parityTable(evidence, operations)],
]

const isCurrent = ([file, text]: [string, string]) => {
  try {
    return readFileSync(file, 'utf8') === text
  } catch {
    return false
  }
}
const outdated = pages.filter((page) => !isCurrent(page))
if (!values.check) for (const [file, text] of outdated) writeFileSync(file, text)
const names = outdated.map(([file]) => file.slice(docs.length + 1)).join(', ')
process.stdout.write(
  outdated.length === 0
    ? `parity: clean, ${operations.length} operations\n`
    : values.check
      ? `parity: ${names} outdated; run \`npm run parity\`\n`
      : `parity: ${names} updated, ${operations.length} operations\n`,
)
process.exitCode = values.check && outdated.length > 0 ? 1 : 0

import { expect, test } from 'vitest'
import { parseBody } from '@/api/sent-change.ts'
import { readPayload } from '@/api/token.ts'
import { suggestionsAt } from '@/control-panel/worlds/suggestions.ts'
import { isInOrder } from '@/domain/device/query/version-order.ts'
import { compareOsVersions } from '@/domain/os-update/os-version-order.ts'
import { readHead } from '@/engines/rollouts/rollout-record.ts'
import { readTeamView } from '@/features/device-list/views/team-view.ts'
import { readViewFile } from '@/features/device-list/views/view-file.ts'
import { logFileText } from '@/features/device-page/logs/log-file.ts'
import { markedRuns, searchPattern } from '@/features/device-page/logs/log-search.ts'
import { lineTone } from '@/features/device-page/logs/log-words.ts'
import { safeHtml } from '@/features/device-page/notes/MarkdownNote.tsx'
import { parseCast } from '@/features/device-page/terminal/asciicast.ts'
import { readContract } from '@/features/fleets/deploy/contract.ts'
import { readMetadata } from '@/features/identity-provider/saml-metadata.ts'
import { readSshKeys } from '@/features/preferences/ssh-keys/read-ssh-keys.ts'
import { linesWith, partsOf, shownLog } from '@/features/releases/build-log.ts'
import { readComposition } from '@/features/releases/composition.ts'
import { parseEnvFile } from '@/features/variables/env-file.ts'
import { ansiRuns, plainText } from '@/lib/ansi.ts'
import { closestName } from '@/lib/closest-name.ts'
import { readCsv, separatorOf } from '@/lib/csv-read.ts'
import { asSentence, cutText, formatInstant } from '@/lib/format.ts'
import { lineDiff } from '@/lib/line-diff.ts'
import { readWorldFile } from '@/simulation/world-file/world-file.ts'
import schema from '../../../docs/world.schema.json' with { type: 'json' }
import { hostileTexts } from './texts.ts'

/** What the page itself reads of what others wrote. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a note': safeHtml,
  'a composition as text': readComposition,
  'a composition': (text) =>
    readComposition({ services: { [text.slice(0, 50_000)]: { image: text, command: text.split(' ') } } }),
  'a file of views': readViewFile,
  'a view of the team': (value) => readTeamView({ tag_key: 'x', value }),
  'a rollout': readHead,
  'a log line': ansiRuns,
  'a log line for a filter': plainText,
  'a saved log': (message) =>
    logFileText(
      [{ createdAt: 1, timestamp: 1, isSystem: false, isStdErr: false, serviceId: 1, message }],
      new Map(),
    ),
  'the tone of a log line': (message) => lineTone({ isSystem: true, isStdErr: false, message } as never),
  'the marks of a log line': (text) => markedRuns(ansiRuns(text), searchPattern('a')),
  'a build log': (text) => [shownLog(text), linesWith(text.split('\n'), 'a'), partsOf(text, 'a')],
  'a recording': parseCast,
  metadata: (text) => readMetadata(text, 0),
  'SSH keys': readSshKeys,
  'an env file': parseEnvFile,
  // One row at a time, as the page reads them.
  'a CSV file': (text) => [separatorOf(text), rowsIn(text)],
  'a token': (text) => readPayload(`a.${text}.b`),
  versions: (text) => [isInOrder(text, 'gt' as never, '1.0.0'), compareOsVersions(text, text)],
  'a comparison': (text) => lineDiff(text, text.split('\n').toReversed().join('\n')),
  'a request': parseBody,
  'a name': (text) => [cutText(text, 40, 36), asSentence(text), formatInstant(text)],
  'a misspelt name': (text) => closestName(text, ['fleets', 'devices']),
  'suggestions in the editor': (text) => suggestionsAt(text, text.length, schema),
}

/** What may take longer is read in a worker, which is ended after some seconds. */
const readersApart: Readonly<Record<string, (text: string) => unknown>> = {
  'a world file': readWorldFile,
  'a contract': readContract,
}

/** Texts that only these readers take for something: many short lines, keys, anchors and odd blocks. */
const oddFiles: Readonly<Record<string, string>> = {
  ...hostileTexts,
  'many keys': Array.from({ length: 20_000 }, (_, nth) => `k${nth}: v`).join('\n'),
  'many anchors': Array.from({ length: 20_000 }, (_, nth) => `k${nth}: &a${nth} v`).join('\n'),
  'many aliases': `a: &a v\n${Array.from({ length: 900 }, (_, nth) => `k${nth}: *a`).join('\n')}`,
  'many documents': '---\na: b\n'.repeat(20_000),
  'many directives': '%TAG ! tag:x,2000:\n'.repeat(10_000),
  'open quotes': 'a: "\n'.repeat(20_000),
  'open brackets in lines': 'a: [\n'.repeat(20_000),
  'block scalars': 'a: |9\n'.repeat(20_000),
  'question marks': '? '.repeat(30_000),
  'many entries': `fleets:\n${'  - { name: a, type: intel-nuc }\n'.repeat(8_000)}`,
  'many errors': `fleets:\n${'  - { nmae: 7, tpye: [], devices: x }\n'.repeat(8_000)}`,
  'a long key': `${'k'.repeat(200_000)}: v`,
  tabs: '\t'.repeat(50_000),
  'line ends': '\n'.repeat(200_000),
}

test.each(Object.entries(readersApart))(
  'every hostile text is read as %s, or refused with a reason, in a few seconds',
  (_, read) => {
    const length = isSweep ? 256_000 : 10_000
    const slow = Object.entries(oddFiles).flatMap(([name, text]) => {
      const ms = cost(read, grown(text, length))
      return ms > (isSweep ? 5_000 : 1_000) ? [`${name}: ${Math.round(ms)} ms`] : []
    })
    expect(slow).toEqual([])
  },
  600_000,
)

function rowsIn(text: string): number {
  let count = 0
  for (const { cells } of readCsv(text)) count += Math.min(1, cells.length)
  return count
}

const isSweep = process.env['FLOTILLA_SWEEP'] === 'all'
/** The longest note that is rendered, and the largest text that a platform takes in a request; `npm test` tries less. */
const LENGTHS = isSweep ? [50_000, 1_000_000] : [20_000]
/** Of the processor; a page that is blocked longer feels stuck. */
const MAX_MS = isSweep ? 100 : 500

/** A text repeated up to this length; its brackets still match as they did, only more often. */
const grown = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** Milliseconds of the processor. */
function cost(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage()
  try {
    read(text)
  } catch (error) {
    // A refusal in words; not a stack that overflowed, nor a value that is not what it seems.
    expect((error as Error).name).toMatch(/Problem|Unreadable|CsvError/)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test.each(Object.entries(readers))(
  'no hostile text blocks the page when it is read as %s',
  (_, read) => {
    const tried = LENGTHS.flatMap((length) =>
      Object.entries(hostileTexts).map(([name, text]) => ({ name, whole: grown(text, length) })),
    )
    const slow = tried.flatMap(({ name, whole }) => {
      // What is slow once may have been the machine.
      const ms = [1, 2, 3].reduce(
        (least) => (least > MAX_MS ? Math.min(least, cost(read, whole)) : least),
        Infinity,
      )
      return ms > MAX_MS ? [`${name}, ${whole.length} characters: ${Math.round(ms)} ms`] : []
    })
    expect(slow).toEqual([])
  },
  600_000,
)

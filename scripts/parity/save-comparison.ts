import type { PlatformName } from '../../mocks/platforms/platform.ts'
import type { Compared } from '../drift/compare.ts'
import { isDifferent, isDrift } from '../drift/report.ts'
import { addEvidence } from './evidence.ts'
import type { Evidence } from './evidence.ts'

export interface ComparedPlatform {
  platform: PlatformName
  /** As its operator names it; undefined if nobody knows. */
  version: string | undefined
  /** `2026-11-26` */
  date: string
}

/** What differs, in words for docs/platform/parity.md. */
function differencesOf({ live, mock, onlyLive, onlyMock }: Compared): string[] {
  if (live === null || mock === null) return []
  return [
    ...(live.status === mock.status ? [] : [`${live.status} there, ${mock.status} here`]),
    ...live.unknown.map((field) => `sends ${field}, which the contract does not know`),
    ...live.missing.map((field) => `lacks ${field}`),
    ...live.retyped.map((text) => `has another type: ${text}`),
    ...live.other,
    ...[...mock.unknown, ...mock.missing, ...mock.retyped, ...mock.other].map(
      (text) => `the mock violates the contract: ${text}`,
    ),
    ...onlyLive.map((field) => `sends ${field}`),
    ...onlyMock.map((field) => `does not send ${field}`),
  ]
}

/** What `npm run drift -- --json FILE` writes. */
export interface ComparisonFile {
  platform: PlatformName
  /** What a mock cloud answers is no evidence. */
  isMock: boolean
  operations: Compared[]
}

/**
 * Adds a comparison with a platform: evidence for each operation that both answered alike, and the differences of the others.
 * Evidence is only added; differences of an earlier comparison with the same kind of platform are replaced.
 */
export function saveComparison(
  evidence: Evidence,
  all: readonly Compared[],
  { platform, version, date }: ComparedPlatform,
): { alike: number; different: number } {
  const id = ['compared', platform, version].filter(Boolean).join('-')
  const kind = platform === 'open' ? 'the open-source backend' : 'the hosted platform'
  evidence.sources[id] = {
    level: 'recorded',
    title: `compared with ${kind}${version === undefined ? '' : ` ${version}`}`,
    platform,
    ...(version === undefined ? {} : { version }),
    date,
  }
  const answered = all.filter(
    ({ live, mock }) => live !== null && mock !== null && !OF_THE_RUN.test(String(live.status)),
  )
  const differs = (one: Compared) => isDrift(one) || isDifferent(one)
  const alike = answered.filter((one) => !differs(one))
  addEvidence(
    evidence,
    id,
    alike.map(({ operation }) => operation),
    [platform],
  )
  for (const one of answered) {
    const known = (evidence.differences[one.operation] ??= {})
    const others = (known[platform] ?? []).filter((text) => !text.startsWith(COMPARED))
    const found = differs(one) ? differencesOf(one).map((text) => COMPARED + text) : []
    if (others.length + found.length > 0) known[platform] = [...others, ...found]
    else delete known[platform]
    if (Object.keys(known).length === 0) delete evidence.differences[one.operation]
  }
  return { alike: alike.length, different: answered.length - alike.length }
}

const COMPARED = 'compared: '
/** No answer, a credential that is not accepted, throttling, and outages say nothing about an operation. */
const OF_THE_RUN = /^(?:0|401|403|429|5\d\d)$/

import type { Compared } from './compare.ts'
import type { Answered } from './examine.ts'

const KINDS = ['unknown', 'missing', 'retyped', 'other'] as const

const faultsOf = (side: Answered | null): number =>
  side === null ? 0 : KINDS.reduce((sum, kind) => sum + side[kind].length, 0)

/** Whether the response of either side violates the contract. */
export const isDrift = ({ live, mock }: Compared): boolean => faultsOf(live) + faultsOf(mock) > 0

export interface DriftSummary {
  asked: number
  drifting: number
  /** Valid on both sides, but with different statuses or fields. */
  different: number
  /** Not requested, because no row was found on the live side. */
  withoutRows: number
  leftOut: number
}

/** Whether the responses have different statuses or fields. */
export const isDifferent = ({ live, mock, onlyLive, onlyMock }: Compared): boolean =>
  live !== null && mock !== null && (live.status !== mock.status || onlyLive.length + onlyMock.length > 0)

export const driftSummary = (all: readonly Compared[]): DriftSummary => ({
  asked: all.filter(({ live }) => live !== null).length,
  drifting: all.filter(isDrift).length,
  different: all.filter((one) => !isDrift(one) && isDifferent(one)).length,
  withoutRows: all.filter(({ live, leftOut }) => live === null && leftOut === undefined).length,
  leftOut: all.filter(({ leftOut }) => leftOut !== undefined).length,
})

const cell = (side: Answered | null): string => {
  if (side === null) return '–'
  const counts = KINDS.filter((kind) => side[kind].length > 0).map((kind) => `${side[kind].length} ${kind}`)
  return [side.status === 0 ? 'no answer' : String(side.status), ...counts].join(', ')
}

const detailsOf = ({ live, mock, onlyLive, onlyMock }: Compared): string[] => {
  const sideDetails = (name: string, side: Answered | null) =>
    KINDS.flatMap((kind) => (side?.[kind] ?? []).map((text) => `    ${name} ${kind}: ${text}`))
  return [
    ...sideDetails('live', live),
    ...sideDetails('mock', mock),
    ...onlyLive.map((field) => `    only live sends: ${field}`),
    ...onlyMock.map((field) => `    only the mock sends: ${field}`),
  ]
}

const WIDTH = 46

/** One line per operation, followed by its violations and differences. */
export function operationReport(one: Compared): string {
  const mark = isDrift(one) ? '✗' : isDifferent(one) ? '≠' : one.live === null ? '–' : '✓'
  const name = one.operation.padEnd(WIDTH)
  if (one.leftOut !== undefined) return `– ${name} not asked: it ${one.leftOut}`
  return [`${mark} ${name} ${cell(one.live).padEnd(24)} ${cell(one.mock)}`, ...detailsOf(one)].join('\n')
}

export const heading = `  ${'operation'.padEnd(WIDTH)} ${'live'.padEnd(24)} mock`

export function lastLine({ asked, drifting, different, withoutRows, leftOut }: DriftSummary): string {
  return (
    `${asked} operations asked: ${drifting} drift from the contract, ${different} only differ from the mock. ` +
    `${withoutRows} had no row to ask for, ${leftOut} are never asked.`
  )
}

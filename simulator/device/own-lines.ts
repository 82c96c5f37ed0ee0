import type { Instant } from '../base/clock.ts'
import { chance, drift, draw, pickOne, portion } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import type { LinePattern, ServiceLog } from '../definition/world-definition.ts'
import type { LineParameters, RoutineLine } from './line-parameters.ts'

/** A part of a pattern: fixed text, or a field that is filled in for each line. */
type Piece =
  | string
  | { is: 'number'; low: number; high: number; decimals: number; drifts: boolean }
  | { is: 'word'; words: readonly string[] }
  | { is: 'town' }

/** `{2.0..14.8}`, `{~2.0..14.8}`, `{open|closed}` and `{town}`; other braces are text, as in lines of JSON. */
const FIELD =
  /\{(?:(?<drifts>~?)(?<low>-?\d+(?:\.\d+)?)\.\.(?<high>-?\d+(?:\.\d+)?)|(?<words>[\w .:-]+(?:\|[\w .:-]+)+)|town)\}/g

/** How long a value that changes slowly takes from one extreme to another, on average. */
const DRIFT_MS = 1_800_000

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0

function parse(pattern: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const found of pattern.matchAll(FIELD)) {
    const { drifts, low, high, words } = found.groups ?? {}
    pieces.push(pattern.slice(from, found.index))
    from = found.index + found[0].length
    if (words !== undefined) pieces.push({ is: 'word', words: words.split('|') })
    else if (low === undefined || high === undefined) pieces.push({ is: 'town' })
    else
      pieces.push({
        is: 'number',
        low: Math.min(Number(low), Number(high)),
        high: Math.max(Number(low), Number(high)),
        decimals: Math.max(decimalsOf(low), decimalsOf(high)),
        drifts: drifts === '~',
      })
  }
  return [...pieces, pattern.slice(from)]
}

const parsed = new Map<string, readonly Piece[]>()

function piecesOf(pattern: string): readonly Piece[] {
  const known = parsed.get(pattern) ?? parse(pattern)
  parsed.set(pattern, known)
  return known
}

type Author = Pick<LineParameters, 'seed' | 'index' | 'serviceId' | 'town'>

/** The text of a pattern at a time. `line` distinguishes lines of a service, `slot` the lines of one pattern. */
function textOf(pattern: string, author: Author, line: number, slot: number, at: Instant): string {
  const { seed, index, serviceId, town } = author
  return piecesOf(pattern)
    .map((piece, nth) => {
      if (typeof piece === 'string') return piece
      if (piece.is === 'town') return town
      const share = portion(draw(seed ^ streams.ownLineWords, index, serviceId, slot, line * 64 + nth))
      if (piece.is === 'word') return pickOne(piece.words, share)
      const { low, high, decimals, drifts } = piece
      const steps = Math.round((high - low) * 10 ** decimals)
      // Around the slow value, the last digit still moves.
      const place = drifts
        ? Math.round(
            drift(seed, streams.ownLineDrift, index * 4096 + serviceId * 64 + nth, at, DRIFT_MS) * steps,
          )
        : Math.floor(share * (steps + 1))
      return (low + place / 10 ** decimals).toFixed(decimals)
    })
    .join('')
}

const isProblem = ({ level }: Pick<LinePattern, 'level'>) => level !== 'info'

/**
 * The lines that a service with a log of its own writes in a time range (end exclusive), oldest first. As for the kinds of
 * services, a pure function of (seed, device, service, time): each slot of each pattern contains one line.
 */
export function ownLines(
  parameters: LineParameters,
  log: ServiceLog,
  from: Instant,
  to: Instant,
): RoutineLine[] {
  const { seed, index, serviceId } = parameters
  const lines: RoutineLine[] = []
  for (const [nth, pattern] of log.lines.entries()) {
    const { everyMs } = pattern
    for (let slot = Math.floor(from / everyMs); slot * everyMs < to; slot++) {
      const jitter = chance(seed, streams.ownLineJitter, index, serviceId * 64 + nth, slot)
      const at = slot * everyMs + Math.floor(jitter * everyMs)
      if (at < from || at >= to) continue
      const trouble = troubleAt(parameters, log, nth, slot, at)
      lines.push(
        trouble ?? {
          at,
          message: textOf(pattern.text, parameters, nth, slot, at),
          isStdErr: isProblem(pattern),
        },
      )
    }
  }
  return lines.toSorted((one, other) => one.at - other.at)
}

/** What is written instead when the storage fails or is full. */
function troubleAt(
  parameters: LineParameters,
  { full }: ServiceLog,
  nth: number,
  slot: number,
  at: Instant,
): RoutineLine | undefined {
  const { seed, index, serviceId, storageErrors, blockDevice } = parameters
  const share = chance(seed, streams.lineTrouble, index, serviceId * 64 + nth, slot)
  if (share < storageErrors)
    return { at, message: `write error on /dev/${blockDevice}: EIO: i/o error, retrying`, isStdErr: true }
  if (!parameters.isFull(at) || share - storageErrors <= 0.7) return undefined
  const said = full ?? 'Error: ENOSPC: no space left on device, write'
  return { at, message: textOf(said, parameters, nth, slot, at), isStdErr: true }
}

/** The lines at the start of a service, or its last ones before it exits. */
export function linesAtOnce(
  patterns: readonly string[],
  author: Author,
  at: Instant,
  isStdErr: boolean,
): RoutineLine[] {
  return patterns.map((pattern, nth) => ({
    at: at + nth,
    message: textOf(pattern, author, 32 + nth, Math.floor(at / 1000), at),
    isStdErr,
  }))
}

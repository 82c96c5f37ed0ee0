import { formatNumber } from '../lib/format.ts'

/** What is wrong with a plan. */
export const rolloutProblem = {
  plan: 'The plan could not be read.',
  hour: 'must be an hour such as 22:30',
  timeZone: 'must be a time zone such as Europe/Berlin',
  oneSelection: 'needs one of percent, tag and devices',
  oneMeasure: 'needs either percent or number',
  rising: 'need percentages that rise from stage to stage',
  inStage: (stage: number, problem: string) => `Stage ${stage}: ${problem}`,
}

/** Why what the tags say of a rollout cannot be used. */
export const rolloutTagProblem = {
  head: 'The tag “flotilla.rollout” of the fleet is not as this dashboard wrote it.',
  part: (what: string) => `The tags that keep ${what} of the rollout are missing or were changed.`,
  plan: 'the plan',
  progress: 'the progress',
  stage: (stage: number) => `the devices of stage ${stage}`,
}

const devices = (count: number) => (count === 1 ? '1 device' : `${formatNumber(count)} devices`)

export const groupText = {
  landed: 'Landed',
  updating: 'Updating',
  waiting: 'Waiting',
  failed: 'Failed',
  unseen: 'Not seen',
  left: 'Left out',
}

export const groupExplained = {
  landed: 'Running the release, and well for as long as the plan asks.',
  updating: 'Downloading, installing, or running it for less time than the plan asks.',
  waiting: 'Pinned, and not updating yet: offline, or behind an update lock.',
  failed: 'Rejected or aborted the update, or a service crashes over and over.',
  unseen: 'Offline for longer than the plan allows.',
  left: 'Deleted, moved, frozen, or pinned by somebody else since the stage began.',
}

export const causeText = {
  rejected: 'Rejected the update',
  aborted: 'Aborted the update',
  'crash-looping': 'A service crashes over and over',
  gone: 'Deleted or moved',
  'pinned-elsewhere': 'Pinned by somebody else',
  frozen: 'Frozen',
}

export const phaseText = {
  waiting: 'Waiting',
  pinning: 'Pinning devices',
  watching: 'Watching',
  ended: 'Complete',
  skipped: 'Skipped',
}

export const rolloutStatusText = {
  running: 'Running',
  paused: 'Paused',
  aborting: 'Aborting',
  aborted: 'Aborted',
  done: 'Complete',
}

export const skipText = {
  already: 'already on this release',
  frozen: 'frozen',
  'wrong-type': 'of a device type that the release does not run on',
  offline: 'offline',
  locked: 'holding an update lock',
}

export const limitText = {
  failed: 'failed',
  rejected: 'rejected the update',
  'crash-looping': 'are crash-looping',
  'not-seen': 'have not been seen',
}

interface StageWords {
  name?: string | undefined
  percent?: number | undefined
  tag?: { key: string; value: string } | undefined
  devices?: readonly string[] | undefined
}

/** What a stage is called. */
export function stageName({ name, percent, tag, devices: list }: StageWords, index: number): string {
  if (name !== undefined) return name
  if (percent !== undefined) return `${percent} %`
  if (tag !== undefined) return `${tag.key}: ${tag.value}`
  return list === undefined ? `Stage ${index + 1}` : devices(list.length)
}

interface LimitWords {
  of: keyof typeof limitText
  percent?: number | undefined
  number?: number | undefined
}

/** When a limit is passed. */
export const limitWords = ({ of, percent, number }: LimitWords): string =>
  `more than ${percent === undefined ? devices(number ?? 0) : `${percent} % of the devices`} ${limitText[of]}`

type ReasonWords =
  | { kind: 'person' | 'release-gone' | 'release-invalidated' | 'rights' }
  | { kind: 'none-landed'; stage: number }
  | { kind: 'limit'; limit: number; stage: number; count: number; of: number }
  | { kind: 'refused'; text: string }

/** Why a rollout stopped. */
export function reasonText(
  reason: ReasonWords,
  { stages, limits }: { stages: readonly StageWords[]; limits: readonly LimitWords[] },
): string {
  const stageOf = (at: number) => stageName(stages[at] ?? {}, at)
  switch (reason.kind) {
    case 'person':
      return 'Somebody stopped it.'
    case 'release-gone':
      return 'The release was deleted.'
    case 'release-invalidated':
      return 'The release was invalidated.'
    case 'rights':
      return 'The platform did not allow the change. Somebody who may pin devices can resume it.'
    case 'none-landed':
      return `No device of stage “${stageOf(reason.stage)}” landed.`
    case 'refused':
      return `The platform refused the change: ${reason.text}`
    case 'limit': {
      const limit = limits[reason.limit]
      const words = limit === undefined ? '' : ` The limit: ${limitWords(limit)}.`
      const what = limitText[limit?.of ?? 'failed']
      return `In stage “${stageOf(reason.stage)}” ${formatNumber(reason.count)} of ${devices(reason.of)} ${what}.${words}`
    }
  }
}

interface EventWords {
  what: string
  by?: string | undefined
  stage?: number | undefined
  count?: number | undefined
}

/** What happened, as a line of the history. */
export function eventText(
  { what, by = '', stage = 0, count = 0 }: EventWords,
  stages: readonly StageWords[],
): string {
  const name = stageName(stages[stage] ?? {}, stage)
  switch (what) {
    case 'created':
      return `Started by ${by}`
    case 'pause':
      return `Paused by ${by}`
    case 'resume':
      return `Resumed by ${by}`
    case 'skip':
      return `Stage “${name}” skipped by ${by}`
    case 'abort':
      return `Aborted by ${by}`
    case 'stage-began':
      return `Stage “${name}” began with ${devices(count)}`
    case 'stage-ended':
      return `Stage “${name}” complete`
    case 'stopped':
      return `Stopped itself in stage “${name}”`
    case 'aborted':
      return 'Every device is pinned as it was before'
    case 'taken-over':
      return `Taken over by ${by}`
    default:
      return 'Rollout complete'
  }
}

interface DryRunWords {
  stages: readonly number[]
  skipped: Partial<Record<keyof typeof skipText, number>>
  outside: number
  total: number
}

/** How many are left out, and why. */
export const skippedLines = (skipped: DryRunWords['skipped']): string[] =>
  Object.entries(skipText).flatMap(([reason, words]) => {
    const count = Object.entries(skipped).find(([key]) => key === reason)?.[1] ?? 0
    return count === 0 ? [] : [`${devices(count)} ${words}`]
  })

/** A dry run for the command line. */
export const dryRunLines = (
  { stages, skipped, outside, total }: DryRunWords,
  planned: readonly StageWords[],
  release: string,
): string[] => [
  `${release}: ${devices(total)} match`,
  ...stages.map((count, at) => `  stage ${at + 1} (${stageName(planned[at] ?? {}, at)}): ${devices(count)}`),
  ...skippedLines(skipped).map((line) => `  skipped: ${line}`),
  ...(outside > 0 ? [`  in no stage: ${devices(outside)}`] : []),
]

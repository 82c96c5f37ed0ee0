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

export const actionText = { pause: 'Pause', resume: 'Resume', skip: 'Skip stage', abort: 'Abort' }

export const rolloutsText = {
  title: 'Rollouts',
  documentTitle: (name: string) => `Rollouts · ${name}`,
  of: (release: string) => `Staged rollout of ${release}`,
  stages: 'Stages',
  stage: (n: number) => `Stage ${n} ·`,
  devices,
  history: 'History',
  causes: 'Why',
  earlier: 'Earlier rollouts',
  earlierDetail: 'The last rollout of each release.',
  earlierFailed: 'Earlier rollouts could not be loaded',
  columns: { release: 'Release', ended: 'Ended', landed: 'Landed', by: 'Started by' },
  landedOf: (landed: number, of: number) => `${formatNumber(landed)} of ${devices(of)}`,
  unknown: 'Not recorded',
  empty: 'Staged rollouts appear here',
  emptyDetail:
    'A staged rollout pins the devices of this fleet to a release part by part, and stops by itself when too many fail.',
  failed: 'The rollout could not be loaded',
  unreadable: 'The rollout cannot be read',
  unreadableDetail: 'Nothing is pinned by it any more. Devices stay as they are.',
  discard: 'Discard rollout',
  discardTitle: 'Discard this rollout?',
  discardDetail: 'Its tags are removed from the fleet. No device is pinned or pinned back.',
  moved: 'Another rollout of this fleet has been started meanwhile.',
  askFailed: 'The rollout could not be changed',
  notBegun: 'Not begun',
  notNow: 'Not possible at this point',
  aborted: 'Every device that it had pinned is pinned as it was before.',
  aborting: (name: string) =>
    `Aborted by ${name}. Devices are pinned back to what they were pinned to before.`,
  paused: (name: string) => `Paused by ${name}. No device is pinned until somebody resumes it.`,
  trouble: (why: string) => `The rollout waits and tries again. ${why}`,
  takenOver: 'It was taken over elsewhere.',
  runsHere:
    'This tab runs the rollout. Keep it open: while nobody runs it, no device is pinned and no limit is watched.',
  runsElsewhere: (name: string) => `Run elsewhere by ${name}.`,
  runsNowhere: 'Nobody runs the rollout: no device is pinned and no limit is watched.',
  lastRan: (ago: string) => `It last ran ${ago} ago.`,
  runHere: 'Run here',
  allDevices: 'All devices of the fleet.',
  filtered: (query: string) => `Devices that match: ${query}.`,
  landedAfter: (minutes: number) =>
    minutes === 0
      ? 'A device lands as soon as it runs the release.'
      : `A device lands after running the release without trouble for ${minutes} min.`,
  limit: (limit: string, aborts: boolean) => `${aborts ? 'Aborts' : 'Pauses'} when ${limit}.`,
  waits: (span: string) => `Begins in ${span}`,
  window: (from: string, to: string, zone: string) => `Pins devices from ${from} to ${to} (${zone})`,
  skipTitle: (stage: string) => `Skip stage “${stage}”?`,
  skipDetail:
    'The next stage begins without waiting for this one. Devices that are pinned already stay pinned.',
  abortTitle: (release: string) => `Abort the rollout of ${release}?`,
  abortDetail:
    'Every device that the rollout has pinned is pinned to what it was pinned to before, or follows the fleet again.',
  abortHere: 'This tab does it: keep it open until the rollout is aborted.',
}

export const planText = {
  title: 'Plan of a staged rollout',
  open: 'Plan a rollout',
  release: 'Release',
  noRelease: 'Choose a release first',
  devices: 'Devices',
  filter: 'Filter',
  filterDetail: 'As in the device list, such as tag.region = eu. Empty: all devices.',
  skip: 'Leave out',
  skipOffline: 'Leave out offline devices',
  skipLocked: 'Leave out devices with an update lock',
  healthy: 'Landed after',
  notSeen: 'Not seen after',
  minutes: 'min',
  stages: 'Stages',
  stage: (n: number) => `Stage ${n}`,
  addStage: 'Add stage',
  kind: 'Chosen by',
  kinds: { percent: 'Percentage', tag: 'Tag', devices: 'List' },
  percent: 'Percent of all',
  tagKey: 'Tag name',
  tagValue: 'Tag value',
  uuids: 'UUIDs of the devices',
  wait: 'Wait before',
  from: 'Not before',
  to: 'Not after',
  limits: 'Limits',
  limitsDetail:
    'Looked at in every stage that has begun. Abort pins devices back to what they were pinned to.',
  limit: (n: number) => `Limit ${n}`,
  addLimit: 'Add limit',
  amount: 'More than',
  unit: 'Of what',
  units: { percent: '% of a stage', number: 'devices' },
  what: 'That',
  limitKinds: {
    failed: 'failed',
    rejected: 'rejected it',
    'crash-looping': 'crash-loop',
    'not-seen': 'not seen',
  },
  action: 'Then',
  actions: { pause: 'Pause', abort: 'Abort' },
  remove: (what: string) => `Remove ${what.toLowerCase()}`,
  start: 'Start rollout',
  reset: 'Reset plan',
}

export const dryRunText = {
  title: 'Dry run',
  failed: 'The devices could not be counted',
  devices,
  matches: (total: string, isOne: boolean) =>
    isOne ? '1 device matches now.' : `${total} devices match now.`,
  skipped: 'Left out:',
  outside: (count: string) => `In no stage: ${count}.`,
}

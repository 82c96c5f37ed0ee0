import { formatNumber, plural } from '@/lib/format.ts'

/** Errors in a rollout plan. */
export const rolloutProblem = {
  plan: 'The plan could not be read.',
  hour: 'must be an hour such as 22:30',
  timeZone: 'must be a time zone such as Europe/Berlin',
  oneSelection: 'needs exactly one of percent, tag and devices',
  oneMeasure: 'needs either percent or number',
  rising: 'need percentages that increase from stage to stage',
  inStage: (stage: number, problem: string) => `Stage ${stage}: ${problem}`,
}

/** Why the tags of a rollout cannot be used. */
export const rolloutTagProblem = {
  head: 'The tag “flotilla.rollout” of the fleet was changed by hand or is incomplete.',
  part: (what: string) => `The tags that store ${what} of the rollout are missing or were changed by hand.`,
  plan: 'the plan',
  progress: 'the progress',
  stage: (stage: number) => `the devices of stage ${stage}`,
}

const devices = (count: number) => plural(count, { one: '1 device', other: `${formatNumber(count)} devices` })

export const groupText = {
  landed: 'Updated',
  updating: 'Updating',
  waiting: 'Waiting',
  failed: 'Failed',
  unseen: 'Not seen',
  left: 'Excluded',
}

export const groupExplained = {
  landed: 'Running the release, and healthy for the time set in the plan.',
  updating: 'Downloading or installing, or not yet healthy for the time set in the plan.',
  waiting: 'Pinned, but not updating yet: offline, or waiting for an update lock.',
  failed: 'Rejected or aborted the update, or a service keeps crashing.',
  unseen: 'Offline for longer than the plan allows.',
  left: 'Deleted, moved, frozen, or pinned by somebody else since the stage started.',
}

export const causeText = {
  rejected: 'Rejected the update',
  aborted: 'Aborted the update',
  'crash-looping': 'A service keeps crashing',
  gone: 'Deleted or moved',
  'pinned-elsewhere': 'Pinned by somebody else',
  frozen: 'Frozen',
}

export const phaseText = {
  waiting: 'Waiting',
  pinning: 'Pinning devices',
  watching: 'Monitoring',
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
  already: 'already running this release',
  targeting: 'already updating to this release',
  frozen: 'frozen',
  'wrong-type': 'of a device type not supported by the release',
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

/** The name of a stage. */
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

/** When a limit is exceeded. */
export const limitWords = ({ of, percent, number }: LimitWords): string =>
  percent === undefined
    ? plural(number ?? 0, {
        one: `more than 1 device ${limitText[of]}`,
        other: `more than ${formatNumber(number ?? 0)} devices ${limitText[of]}`,
      })
    : `more than ${percent} % of the devices ${limitText[of]}`

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
      return 'The platform did not permit the change. Somebody with permission to pin devices can resume it.'
    case 'none-landed':
      return `No devices of stage “${stageOf(reason.stage)}” were updated.`
    case 'refused':
      return `The platform rejected the change: ${reason.text}`
    case 'limit': {
      const limit = limits[reason.limit]
      const words = limit === undefined ? '' : ` Limit: ${limitWords(limit)}.`
      const what = limitText[limit?.of ?? 'failed']
      return plural(reason.of, {
        one: `In stage “${stageOf(reason.stage)}” ${formatNumber(reason.count)} of 1 device ${what}.${words}`,
        other: `In stage “${stageOf(reason.stage)}” ${formatNumber(reason.count)} of ${formatNumber(reason.of)} devices ${what}.${words}`,
      })
    }
  }
}

interface EventWords {
  what: string
  by?: string | undefined
  stage?: number | undefined
  count?: number | undefined
}

/** An event, as a line of the history. */
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
      return plural(count, {
        one: `Stage “${name}” started with 1 device`,
        other: `Stage “${name}” started with ${formatNumber(count)} devices`,
      })
    case 'stage-ended':
      return `Stage “${name}” complete`
    case 'stopped':
      return `Stopped automatically in stage “${name}”`
    case 'aborted':
      return 'All devices are pinned as before'
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

/** How many devices are excluded, and why. */
export const skippedLines = (skipped: DryRunWords['skipped']): string[] =>
  Object.entries(skipText).flatMap(([reason, words]) => {
    const count = Object.entries(skipped).find(([key]) => key === reason)?.[1] ?? 0
    return count === 0
      ? []
      : [plural(count, { one: `1 device ${words}`, other: `${formatNumber(count)} devices ${words}` })]
  })

/** A dry run for the command line. */
export const dryRunLines = (
  { stages, skipped, outside, total }: DryRunWords,
  planned: readonly StageWords[],
  release: string,
): string[] => [
  plural(total, {
    one: `${release}: 1 device matches`,
    other: `${release}: ${formatNumber(total)} devices match`,
  }),
  ...stages.map((count, at) =>
    plural(count, {
      one: `  stage ${at + 1} (${stageName(planned[at] ?? {}, at)}): 1 device`,
      other: `  stage ${at + 1} (${stageName(planned[at] ?? {}, at)}): ${formatNumber(count)} devices`,
    }),
  ),
  ...skippedLines(skipped).map((line) => `  skipped: ${line}`),
  ...(outside > 0
    ? [
        plural(outside, {
          one: '  in no stage: 1 device',
          other: `  in no stage: ${formatNumber(outside)} devices`,
        }),
      ]
    : []),
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
  columns: { release: 'Release', ended: 'Ended', landed: 'Updated', by: 'Started by' },
  landedOf: (landed: number, of: number) =>
    plural(of, {
      one: `${formatNumber(landed)} of 1 device`,
      other: `${formatNumber(landed)} of ${formatNumber(of)} devices`,
    }),
  unknown: 'Not recorded',
  empty: 'Staged rollouts appear here',
  emptyDetail:
    'A staged rollout pins the devices of this fleet to a release in stages, and stops automatically when too many fail.',
  failed: 'The rollout could not be loaded',
  unreadable: 'The rollout cannot be read',
  unreadableDetail: 'It no longer pins devices. Devices are not changed.',
  discard: 'Discard rollout',
  discardTitle: 'Discard this rollout?',
  discardDetail: 'Its tags are removed from the fleet. Pins of devices are not changed.',
  moved: 'Another rollout of this fleet was started in the meantime.',
  askFailed: 'The rollout could not be changed',
  notBegun: 'Not started',
  notNow: 'Not possible at this point',
  aborted: 'All devices pinned by this rollout have their previous pins again.',
  aborting: (name: string) => `Aborted by ${name}. The previous pins of devices are being restored.`,
  paused: (name: string) => `Paused by ${name}. No devices are pinned until the rollout is resumed.`,
  trouble: (why: string) => `The rollout will retry. ${why}`,
  takenOver: 'The rollout was taken over by another tab or program.',
  runsHere:
    'This tab runs the rollout. Keep it open: when it is closed, no devices are pinned and no limits are checked.',
  runsElsewhere: (name: string) => `Run by ${name} in another tab or program.`,
  runsNowhere: 'Nobody runs the rollout: no devices are pinned and no limits are checked.',
  lastRan: (ago: string) => `It last ran ${ago} ago.`,
  runHere: 'Run here',
  allDevices: 'All devices of the fleet.',
  filtered: (query: string) => `Devices that match: ${query}.`,
  landedAfter: (minutes: number) =>
    minutes === 0
      ? 'A device counts as updated as soon as it runs the release.'
      : `A device counts as updated after running the release without issues for ${minutes} min.`,
  limit: (limit: string, aborts: boolean) => (aborts ? `Aborts when ${limit}.` : `Pauses when ${limit}.`),
  waits: (span: string) => `Starts in ${span}`,
  window: (from: string, to: string, zone: string) => `Pins devices from ${from} to ${to} (${zone})`,
  skipTitle: (stage: string) => `Skip stage “${stage}”?`,
  skipDetail:
    'The next stage starts without waiting for this one. Devices that are already pinned stay pinned.',
  abortTitle: (release: string) => `Abort the rollout of ${release}?`,
  abortDetail: 'All devices pinned by the rollout get their previous pin back, or track the fleet again.',
  abortHere: 'This tab restores the pins. Keep it open until the rollout is aborted.',
}

export const planText = {
  title: 'Plan a staged rollout',
  open: 'Plan a rollout',
  release: 'Release',
  noRelease: 'Choose a release first',
  devices: 'Devices',
  filter: 'Filter',
  filterDetail: 'Same syntax as in the device list, such as tag.region = eu. Leave empty for all devices.',
  skip: 'Exclude',
  skipOffline: 'Exclude offline devices',
  skipLocked: 'Exclude devices with an update lock',
  healthy: 'Healthy for',
  notSeen: 'Not seen for',
  minutes: 'min',
  stages: 'Stages',
  stage: (n: number) => `Stage ${n}`,
  addStage: 'Add stage',
  kind: 'Chosen by',
  kinds: { percent: 'Percentage', tag: 'Tag', devices: 'List' },
  percent: 'Percent of all devices',
  tagKey: 'Tag name',
  tagValue: 'Tag value',
  uuids: 'UUIDs of the devices',
  wait: 'Wait before',
  from: 'Not before',
  to: 'Not after',
  limits: 'Limits',
  limitsDetail: 'Checked in every stage that has started. Abort restores the previous pins of devices.',
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
  remove: (what: string) => `Remove: ${what}`,
  start: 'Start rollout',
  reset: 'Reset plan',
}

export const dryRunText = {
  title: 'Dry run',
  failed: 'The devices could not be counted',
  devices,
  matches: (total: string, number: number) =>
    plural(number, { one: '1 device matches now.', other: `${total} devices match now.` }),
  skipped: 'Excluded:',
  outside: (count: string) => `In no stage: ${count}.`,
}

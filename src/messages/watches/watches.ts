import { formatNumber, formatSpan, plural } from '@/lib/format.ts'

/** Events that can be watched. */
export const watchKindText = {
  'device-online': 'It is back online',
  'device-offline': 'It goes offline',
  'device-updated': 'It finishes its update',
  'list-offline': 'A device goes offline',
  'list-new': 'A device is added',
  'list-issue': 'A device has an issue',
} as const

/** Names of watches in lists. */
const waits = {
  'device-online': 'is back online',
  'device-offline': 'goes offline',
  'device-updated': 'finishes its update',
  'list-offline': 'A device goes offline',
  'list-new': 'A device is added',
  'list-issue': 'A device has an issue',
} as const

interface DeviceWords {
  kind: 'device-online' | 'device-offline' | 'device-updated'
  device: { name: string }
}
interface ListWords {
  kind: 'list-offline' | 'list-new' | 'list-issue'
  fleet: { name: string }
  filter: string
}
interface RolloutWords {
  kind: 'rollout-stage'
  fleet: { name: string }
  rollout: { release: string }
  stage: number | null
}
type WatchWords = DeviceWords | ListWords | RolloutWords

const placeOf = ({ fleet, filter }: ListWords) => (filter === '' ? fleet.name : `${fleet.name} (${filter})`)

/** A watch in one line. */
export function watchText(watch: WatchWords): string {
  if ('device' in watch) return `${watch.device.name} ${waits[watch.kind]}`
  if (watch.kind !== 'rollout-stage') return `${waits[watch.kind]} in ${placeOf(watch)}`
  const stage = watch.stage === null ? 'A stage' : `Stage ${watch.stage + 1}`
  return `${stage} of the rollout of ${watch.rollout.release} to ${watch.fleet.name} ends`
}

/** The subject of a watch. */
const subjectOf = (watch: WatchWords) => ('device' in watch ? watch.device.name : watch.fleet.name)

interface EntryWords {
  what: string
  watch: WatchWords
  from: number
  to: number
  count: number
  devices: readonly { name: string }[]
  about?: string | undefined
}

const MINUTE = 60_000
/** The time span of the events; empty for a single device. */
const within = ({ from, to }: EntryWords) =>
  to - from < 1_000
    ? ''
    : ` within ${to - from < MINUTE ? formatSpan(to - from) : minutes(Math.ceil((to - from) / MINUTE))}`
const minutes = (count: number) => plural(count, { one: '1 minute', other: `${count} minutes` })

/** “34 devices of cold-chain-eu”; the name of a single one. */
function whoOf({ watch, count, devices }: EntryWords): string {
  const [first] = devices
  if (count === 1 && first !== undefined) return first.name
  return plural(count, {
    one: `1 device of ${subjectOf(watch)}`,
    other: `${formatNumber(count)} devices of ${subjectOf(watch)}`,
  })
}

/** An event, as a sentence without a full stop. */
export function entryText(entry: EntryWords): string {
  const { what, watch, count, about } = entry
  const release = watch.kind === 'rollout-stage' ? watch.rollout.release : ''
  switch (what) {
    case 'device-online':
      return `${whoOf(entry)} is back online`
    case 'device-updated':
      return about === undefined
        ? `${whoOf(entry)} finished its update`
        : `${whoOf(entry)} finished its update to ${about}`
    case 'device-offline':
    case 'list-offline':
      return count > 1 ? `${whoOf(entry)} went offline${within(entry)}` : `${whoOf(entry)} went offline`
    case 'list-new':
      return plural(count, {
        one: `${whoOf(entry)} was added to ${subjectOf(watch)}`,
        other: `${formatNumber(count)} devices were added to ${subjectOf(watch)}`,
      })
    case 'list-issue':
      return plural(count, { one: `${whoOf(entry)} has an issue`, other: `${whoOf(entry)} have an issue` })
    case 'stage-ended':
      return `Stage “${about ?? ''}” of the rollout of ${release} to ${subjectOf(watch)} ended`
    case 'rollout-stopped':
      return `The rollout of ${release} to ${subjectOf(watch)} stopped`
    case 'rollout-over':
      return `The rollout of ${release} to ${subjectOf(watch)} is complete`
    case 'back':
      return `${subjectOf(watch)} is visible again, and the watch continues`
    default:
      return watch.kind === 'rollout-stage'
        ? `The rollout of ${release} to ${subjectOf(watch)} is no longer visible to you: it was replaced or discarded, or your access ended`
        : `${subjectOf(watch)} is no longer visible to you: it was deleted or moved, or your access ended`
  }
}

/** Some names, and the number of the others. */
export const namesText = (names: readonly string[], count: number): string =>
  count > names.length
    ? `${names.join(', ')} and ${formatNumber(count - names.length)} more`
    : names.join(', ')

export const inboxText = {
  title: 'Inbox',
  tabs: 'Inbox sections',
  whileOpen:
    'Watches check about once a minute while this dashboard is open in a tab and you are signed in. What happened while no tab was open is reported at the next check, if it still applies.',
  empty: 'Events found by your watches appear here',
  emptyDetail: 'Create a watch on a device page, in a device list, or on a staged rollout.',
  list: 'Events',
  unread: 'Unread',
  markRead: 'Mark as read',
  allRead: 'Mark all as read',
  nothingUnread: 'No unread entries',
  clear: 'Clear inbox',
  nothingToClear: 'The inbox is empty',
  clearTitle: 'Clear the inbox?',
  clearDetail: 'All entries are removed from this browser. Watches are kept.',
  open: { device: 'Open device', list: 'Open list', rollout: 'Open rollout' },
  bounds: (most: number) => `The newest ${most} entries are kept, in this browser only.`,
}

export const troubleText = {
  away: 'The platform cannot be reached. Watches retry automatically and report nothing in the meantime.',
  busy: 'The platform is throttling requests. Watches continue automatically after a pause.',
  refused: 'Your session is no longer valid. Sign in again.',
}

export const watchesText = {
  title: 'Watches',
  list: 'Watches',
  count: (count: number, most: number) => `${count} of ${most}`,
  empty: 'Your watches appear here',
  lookedAt: (age: string) => `Last check: ${age}.`,
  neverLooked: 'Not checked yet.',
  paused: 'Paused',
  gone: 'No longer visible to you',
  refused: 'The platform rejects this filter',
  since: (age: string) => `Created ${age}`,
  pause: 'Pause',
  resume: 'Resume',
  edit: 'Edit',
  remove: 'Delete',
  named: (action: string, watch: string) => `${action}: ${watch}`,
  removeTitle: 'Delete this watch?',
  removeConfirm: 'Delete watch',
  removeDetail: 'Its entries in the inbox are kept.',
  editTitle: 'Edit watch',
  save: 'Save watch',
  when: 'Notify me when',
  filter: 'Filter',
  filterDetail: 'Same syntax as in the device list, such as tag.region = eu. Leave empty for all devices.',
  alike: 'An identical watch already exists.',
  settings: 'Notification settings',
}

export const popUpText = {
  name: 'Browser notifications',
  hint: 'Shown by the browser while the dashboard is open in a tab, even if another window has the focus.',
  on: 'On',
  off: 'Off',
  allow: 'Allow notifications',
  states: {
    unsupported: 'This browser does not support notifications here. Use the inbox instead.',
    ask: 'The browser will ask for permission.',
    denied:
      'Notifications from this site are blocked. Allow them in the site settings of your browser, or use the inbox.',
    granted: 'Allowed',
  },
  quiet: 'Quiet hours',
  quietHint:
    'During these hours no notifications are shown; the inbox still lists the events. In the time zone of your preferences.',
  quietNow: 'Quiet hours are active',
  from: 'From',
  to: 'To',
}

export const setWatchText = {
  device: (name: string) => `Watch ${name}`,
  list: (fleet: string) => `Watch devices of ${fleet}`,
  rollout: (release: string) => `Watch the rollout of ${release}`,
  when: 'Notify me when',
  everyStage: 'A stage ends',
  stage: (name: string) => `Stage “${name}” ends`,
  all: 'All devices of the fleet.',
  filtered: (filter: string) => `Devices that match: ${filter}`,
  on: 'On',
  off: 'Off',
  full: (most: number) => `You can have at most ${most} watches. Delete one first.`,
  leaves:
    'This filter depends on the status or the connection of devices. A device that goes offline is reported only if it still matches the filter.',
  tooLong: 'The filter is too long for a watch',
  done: 'Done',
  toInbox: 'Inbox and all watches',
}

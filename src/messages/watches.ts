import { formatNumber, formatSpan } from '../lib/format.ts'

/** What can be waited for. */
export const watchKindText = {
  'device-online': 'It is back online',
  'device-offline': 'It goes offline',
  'device-updated': 'It finishes its update',
  'list-offline': 'A device goes offline',
  'list-new': 'There is a new device',
  'list-issue': 'A device has an issue',
} as const

/** What watches are called where they are listed. */
const waits = {
  'device-online': 'is back online',
  'device-offline': 'goes offline',
  'device-updated': 'finishes its update',
  'list-offline': 'A device goes offline',
  'list-new': 'A device is new',
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

/** What a watch is about. */
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
/** In how short a time: nothing for one device. */
const within = ({ from, to }: EntryWords) =>
  to - from < 1_000
    ? ''
    : ` within ${to - from < MINUTE ? formatSpan(to - from) : minutes(Math.ceil((to - from) / MINUTE))}`
const minutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)

/** “34 devices of cold-chain-eu”; the name of a single one. */
function whoOf({ watch, count, devices }: EntryWords): string {
  const [first] = devices
  if (count === 1 && first !== undefined) return first.name
  return `${count === 1 ? '1 device' : `${formatNumber(count)} devices`} of ${subjectOf(watch)}`
}

/** What happened, in one sentence without its end. */
export function entryText(entry: EntryWords): string {
  const { what, watch, count, about } = entry
  const release = watch.kind === 'rollout-stage' ? watch.rollout.release : ''
  switch (what) {
    case 'device-online':
      return `${whoOf(entry)} is back online`
    case 'device-updated':
      return `${whoOf(entry)} finished its update${about === undefined ? '' : ` to ${about}`}`
    case 'device-offline':
    case 'list-offline':
      return `${whoOf(entry)} went offline${count === 1 ? '' : within(entry)}`
    case 'list-new':
      return count === 1 ? `${whoOf(entry)} is new in ${subjectOf(watch)}` : `${whoOf(entry)} are new`
    case 'list-issue':
      return `${whoOf(entry)} ${count === 1 ? 'has' : 'have'} an issue`
    case 'stage-ended':
      return `Stage “${about ?? ''}” of the rollout of ${release} to ${subjectOf(watch)} ended`
    case 'rollout-stopped':
      return `The rollout of ${release} to ${subjectOf(watch)} stopped`
    case 'rollout-over':
      return `The rollout of ${release} to ${subjectOf(watch)} is over`
    case 'back':
      return `${subjectOf(watch)} can be seen again and is watched on`
    default:
      return watch.kind === 'rollout-stage'
        ? `The rollout of ${release} to ${subjectOf(watch)} can no longer be seen: it was replaced or discarded, or your access ended`
        : `${subjectOf(watch)} is no longer visible to you: it was deleted or moved, or your access ended`
  }
}

/** Names of some, and of how many more. */
export const namesText = (names: readonly string[], count: number): string =>
  count > names.length
    ? `${names.join(', ')} and ${formatNumber(count - names.length)} more`
    : names.join(', ')

export const inboxText = {
  title: 'Inbox',
  tabs: 'Parts of the inbox',
  whileOpen:
    'Watches look about once a minute, while a tab with this dashboard is open and you are signed in. What happens while none is open is told at the next look, as far as it still holds.',
  empty: 'What your watches see appears here',
  emptyDetail: 'Set a watch on the page of a device, in a device list, or at a staged rollout.',
  list: 'What happened',
  unread: 'Unread',
  markRead: 'Mark as read',
  allRead: 'Mark all as read',
  nothingUnread: 'Everything is read',
  clear: 'Clear inbox',
  nothingToClear: 'The inbox is empty',
  clearTitle: 'Clear the inbox?',
  clearDetail: 'Everything in it is removed from this browser. Watches go on.',
  open: { device: 'Open device', list: 'Open list', rollout: 'Open rollout' },
  bounds: (most: number) => `The newest ${most} are kept, in this browser only.`,
}

export const troubleText = {
  away: 'The platform could not be asked. Watches try again by themselves; nothing is told in the meantime.',
  busy: 'The platform asks for fewer requests. Watches wait and go on by themselves.',
  refused: 'The platform no longer lets this session look. Sign in again.',
}

export const watchesText = {
  title: 'Watches',
  list: 'Watches',
  count: (count: number, most: number) => `${count} of ${most}`,
  empty: 'Your watches appear here',
  lookedAt: 'Last look:',
  neverLooked: 'Not looked yet.',
  paused: 'Paused',
  gone: 'No longer visible to you',
  refused: 'The platform does not take this filter',
  since: 'Set',
  pause: 'Pause',
  resume: 'Resume',
  edit: 'Edit',
  remove: 'Delete',
  named: (action: string, watch: string) => `${action}: ${watch}`,
  removeTitle: 'Delete this watch?',
  removeConfirm: 'Delete watch',
  removeDetail: 'What it has told stays in the inbox.',
  editTitle: 'Edit watch',
  save: 'Save watch',
  when: 'Tell me when',
  filter: 'Filter',
  filterDetail: 'As in the device list, such as tag.region = eu. Empty: all devices.',
  alike: 'There is a watch like this already.',
  settings: 'How you are told',
}

export const popUpText = {
  name: 'Browser notifications',
  hint: 'Shown by the browser, above other windows too, while a tab is open.',
  on: 'On',
  off: 'Off',
  allow: 'Allow notifications',
  states: {
    unsupported: 'This browser shows no notifications here. The inbox goes on.',
    ask: 'The browser asks you once.',
    denied:
      'Notifications are blocked for this site in the browser. The inbox goes on. To change it, open the site settings of the browser.',
    granted: 'Allowed',
  },
  quiet: 'Quiet hours',
  quietHint: 'No notification pops up; the inbox keeps what happens. In the time zone of this browser.',
  quietNow: 'Quiet now',
  from: 'From',
  to: 'To',
}

export const setWatchText = {
  device: (name: string) => `Watch ${name}`,
  list: (fleet: string) => `Watch devices of ${fleet}`,
  rollout: (release: string) => `Watch the rollout of ${release}`,
  when: 'Tell me when',
  everyStage: 'A stage ends',
  stage: (name: string) => `Stage “${name}” ends`,
  all: 'Every device of the fleet.',
  filtered: (filter: string) => `Devices that match: ${filter}`,
  on: 'On',
  off: 'Off',
  full: (most: number) => `No more than ${most} watches. Delete one first.`,
  leaves:
    'This filter asks for the status or the connection of devices. A device that goes offline is told only if it matches then.',
  tooLong: 'The filter is too long to be watched',
  done: 'Done',
  toInbox: 'Inbox and all watches',
}

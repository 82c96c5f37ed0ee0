import { plural } from '@/lib/format.ts'
import { statusWithinText } from '@/messages/device-list/statuses.ts'

/** How the devices of a fleet were over time. */
export const fleetHistoryText = {
  title: { day: 'Last 24 hours', week: 'Last 7 days' },
  span: 'Time range',
  spans: { day: '24 h', week: '7 d' },
  failed: 'The history could not be loaded',
  label: (fleet: string) => `Devices of ${fleet} by status over time`,
  unit: 'devices',
  pick: 'Choose a time to read its numbers',
  pickAndOpen: 'Choose a time to read its numbers; Enter or a press shows its devices',
  devicesAt: (time: string) => `Devices at ${time}`,
  closeDevices: 'Close',
  devicesFailed: 'The devices at that time could not be loaded',
  /** After the names of some. */
  otherDevices: (count: string) => `, and ${count} more`,
  devicesUnknown:
    'The platform keeps no history of single devices by status; these are the numbers that this browser recorded.',
  trouble: 'Not operational and not updating, on its own scale',
  source: {
    world: 'From the history of the simulated world.',
    browser:
      'Recorded by this browser while a page with these numbers was open; the platform keeps no history of statuses. Gaps are times without a page.',
  },
  tooLittle: 'Nothing is recorded yet',
  tooLittleDetail:
    'While this browser shows the numbers of the fleet, it records them: come back later to see how they changed.',
  at: (time: string, parts: readonly string[]) => `${time}: ${parts.join(', ')}`,
  part: (status: keyof typeof statusWithinText, count: string) => `${count} ${statusWithinText[status]}`,
  unknown: 'nothing recorded',
  target: (release: string) => `${release} became target`,
  outage: (count: string, number: number, duration: string | null) =>
    duration === null
      ? plural(number, {
          one: `Outage: ${count} device, since then`,
          other: `Outage: ${count} devices, since then`,
        })
      : plural(number, {
          one: `Outage: ${count} device, ${duration}`,
          other: `Outage: ${count} devices, ${duration}`,
        }),
  osUpdate: (version: string, count: string, number: number) =>
    plural(number, { one: `${version}: ${count} device`, other: `${version}: ${count} devices` }),
  rollout: (release: string, what: string) => `Rollout of ${release}: ${what}`,
  events: 'What happened',
  table: {
    show: 'Show as table',
    hide: 'Hide the table',
    time: 'Time',
    event: 'Event',
  },
  line: {
    operational: (percent: string, low: string, high: string) =>
      `Operational in the last 24 hours: now ${percent}, between ${low} and ${high}`,
    online: (percent: string, low: string, high: string) =>
      `Online in the last 24 hours: now ${percent}, between ${low} and ${high}`,
  },
}

/** The strip of numbers over the fleets. */
export const fleetStripText = {
  label: 'All fleets at a glance',
  devices: (fleets: string, number: number) =>
    plural(number, { one: `devices in ${fleets} fleet`, other: `devices in ${fleets} fleets` }),
  attention: (number: number) => plural(number, { one: 'needs attention', other: 'need attention' }),
  newToday: (count: string) => `${count} new today`,
  unwell: 'disconnected or reduced',
  updating: (release: string | undefined) => (release === undefined ? 'updating' : `updating to ${release}`),
  online: 'online now',
  releases: (number: number) =>
    plural(number, { one: 'new target release today', other: 'new target releases today' }),
}

import { plural } from '@/lib/format.ts'

/** Acknowledging an issue of devices for the whole team. */
export const acknowledgeText = {
  open: 'Acknowledge',
  openFor: (issue: string, count: string) => `Acknowledge: ${issue} (${count})`,
  title: (issue: string) => `Acknowledge: ${issue}`,
  intro: (count: string, number: number) =>
    plural(number, {
      one: 'Everyone with access to this device sees that the issue is known, and why. The device is still counted and listed as one that needs attention.',
      other: `Everyone with access to these ${count} devices sees that the issue is known, and why. The devices are still counted and listed as ones that need attention.`,
    }),
  everyService: 'This applies to all services of a device that have this issue.',
  reason: 'Reason',
  reasonHint: 'For example, who works on it, or when it will be repaired.',
  noReason: 'Enter a reason.',
  tooLong: (most: string) => `Use at most ${most} characters.`,
  nothingLeft: 'No device has this issue any more, or it was acknowledged for all of them meanwhile.',
  until: 'Ends in',
  ends: { hours: '4 hours', day: '1 day', week: '1 week', month: '30 days' },
  endsAt: (time: string) => `Ends on ${time}; after that, the issue is new again.`,
  confirm: 'Acknowledge',
  done: (issue: string) => `Acknowledged: ${issue}`,
  /** In the line of an issue. */
  some: (known: string, all: string) => `${known} of ${all} acknowledged`,
  all: 'Acknowledged',
  list: 'Acknowledged issues',
  aside: (count: string) => `${count} acknowledged`,
  devices: (count: string, number: number) => plural(number, { one: '1 device', other: `${count} devices` }),
  by: (user: string, until: string) => `Acknowledged by ${user} until ${until}`,
  undo: 'Undo',
  undoFor: (issue: string, devices: string) => `Undo: ${issue}, ${devices}`,
  undone: (issue: string) => `No longer acknowledged: ${issue}`,
  undoFailed: 'The acknowledgement could not be undone',
  failed: 'It could not be read which issues are acknowledged',
}

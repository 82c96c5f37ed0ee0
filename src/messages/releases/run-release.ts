import { plural } from '@/lib/format.ts'
/** Running a release on a fleet, and rolling back to one. */
export const runReleaseText = {
  run: 'Run this release on the fleet',
  runNamed: (version: string) => `Run ${version} on the fleet`,
  goBack: (version: string) => `Roll back to ${version}`,
  title: (version: string, fleet: string) => `Run ${version} on ${fleet}?`,
  backTitle: (version: string, fleet: string) => `Roll back to ${version} on ${fleet}?`,
  stays: (tracks: boolean) =>
    tracks
      ? 'The fleet is pinned to this release and no longer tracks the latest. You can change this in its settings.'
      : 'The fleet is pinned to this release until you choose another.',
  counting: 'Counting devices…',
  notCounted: 'The devices could not be counted.',
  updates: (total: string, number: number, online: string) =>
    plural(number, {
      one: `1 device will update (${online} online now).`,
      other: `${total} devices will update (${online} online now).`,
    }),
  offlineLater: 'Offline devices update when they reconnect.',
  runs: (total: string, number: number) =>
    plural(number, { one: '1 device already runs it.', other: `${total} devices already run it.` }),
  pinned: (total: string, number: number) =>
    plural(number, {
      one: '1 pinned device is not affected.',
      other: `${total} pinned devices are not affected.`,
    }),
  none: 'No devices need to update.',
  done: (version: string, fleet: string) => `${fleet} pinned to ${version}`,
  notBuilt: 'Its build did not succeed',
  notFinal: 'A draft release must be finalized first',
  invalidated: 'The release is invalidated',
  building: 'Its build is not finished',
}

import { formatNumber, plural } from '@/lib/format.ts'

/** A number of things, as part of a list of them. */
const counted = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${plural(count, { one, other: many })}`

const devices = (count: number) => counted(count, 'device', 'devices')

/** The kinds of names, as in “Names of …”. */
export const captureKindText = {
  organizations: 'organizations',
  fleets: 'fleets',
  devices: 'devices',
  services: 'services',
  tags: 'tags and their values',
  teams: 'teams',
  people: 'people',
  versions: 'versions of releases',
  repositories: 'repository addresses',
  places: 'places (otherwise the nearest town of at least 50,000 people)',
  variables: 'variables, without their values',
} as const

export const captureText = {
  title: 'Save as a simulated world',
  intro:
    'Writes a file with the shape of this account: its organizations, fleets, releases, devices and people, with their statuses and usage. It opens offline, as a world of the simulator.',
  pseudonyms:
    'Names become pseudonyms, and places the nearest town. Values of variables, logs, notes, keys, tokens, addresses and invoices are not read. Nothing is changed on the platform.',
  survey: ({
    organizations,
    fleets,
    devices: all,
  }: {
    organizations: number
    fleets: number
    devices: number
  }) =>
    `${counted(organizations, 'organization', 'organizations')}, ${counted(fleets, 'fleet', 'fleets')} and ${devices(all)} can be read.`,
  whose: {
    hosted:
      'They belong to the organizations of this account, and so does their data: save it only if they agree.',
    open: 'On an open backend, every account can read the organizations, fleets and devices of everybody. This file is about all of them: save it only if they agree.',
  },
  counting: 'Counting what can be read …',
  progressAndLeft: (progress: string, left: string) => `${progress}, ${left}`,
  single: 'Each device for itself, instead of groups of similar devices',
  singleHint: (most: number) =>
    `At most ${formatNumber(most)} devices. Each keeps its own values, so somebody who knows the fleet could recognize it.`,
  start: 'Read the account',
  stop: 'Stop',
  again: 'Continue',
  save: 'Save the file',
  tooLongForLink: 'It is too large for a link.',
  openWith:
    'Open the file with npm start -- --world FILE, npm run cloud -- --world FILE, or in the simulator panel.',
  done: 'The world is ready.',
  stopped: 'Stopped. What has been read is kept until this dialog is closed.',
  waiting: (seconds: number) => `The platform limits requests: waiting ${formatNumber(seconds)} s.`,
  progress: ({ devices: all, devicesDone, fleets, fleetsDone }: Progress) =>
    `${formatNumber(devicesDone)} of ${devices(all)}, ${formatNumber(fleetsDone)} of ${counted(fleets, 'fleet', 'fleets')}`,
  left: (ms: number) =>
    ms < 90_000
      ? `about ${formatNumber(Math.max(1, Math.round(ms / 1000)))} s left`
      : `about ${formatNumber(Math.round(ms / 60_000))} min left`,
  reportTitle: 'What is in the file',
  failedTitle: 'The account could not be saved',
} as const

interface Progress {
  fleets: number
  fleetsDone: number
  devices: number
  devicesDone: number
}

/** Why a capture cannot be written. */
export const captureProblemText: Readonly<Record<string, (details: string) => string>> = {
  nothing: () => 'There is nothing to save: this account can read no fleets.',
  'too-many-devices': (count) =>
    `This account can read ${formatNumber(Number(count))} devices, and a world has at most 100,000.`,
  'too-many-single': (count) =>
    `This account can read ${formatNumber(Number(count))} devices. Each for itself is possible up to 2,000.`,
  'too-many-fleets': (count) =>
    `This account can read ${formatNumber(Number(count))} fleets, and a world has at most 500.`,
  'too-large': (size) =>
    `The world would be larger than a world file may be (${formatNumber(Number(size))} kB or images).`,
  original: (place) =>
    `An original text was found in the result, at ${place}, so nothing was written. Do not keep this kind, or rename it on the platform.`,
}

/** What a capture read, replaced and left out. */
export interface CaptureReport {
  organizations: number
  people: number
  teams: number
  fleets: number
  devices: number
  groups: number
  places: number
  mergedDevices: number
  otherTypes: number
  otherSystems: number
  fleetsWithOlderReleases: number
  /** Releases that devices do not use, left out because a world can have only so many. */
  releasesLeftOut: number
  /** Plans that the simulation does not have. */
  otherPlans: number
  kept: readonly (keyof typeof captureKindText)[]
  replaced: readonly (keyof typeof captureKindText)[]
  /** Original texts that were searched for in the result. */
  searched: number
  requests: number
  wasResumed: boolean
  /** The username of an administrator, to sign in. */
  administrator: string
}

const listOf = (kinds: readonly (keyof typeof captureKindText)[]) =>
  kinds.map((kind) => captureKindText[kind].replace(/ \(.*\)$/, '')).join(', ')

/** What was kept, replaced, merged and not read, a sentence each. */
export function captureReportLines(
  report: CaptureReport,
  password = 'the password of all demo accounts',
): string[] {
  const { organizations, fleets, people, teams, groups, places } = report
  const optional: [boolean, string][] = [
    [report.kept.length > 0, `Kept as they are: ${listOf(report.kept)}.`],
    [report.replaced.length > 0, `Replaced by pseudonyms: ${listOf(report.replaced)}.`],
    [
      report.mergedDevices > 0,
      `Merged: ${devices(report.mergedDevices)} of groups with fewer than three joined a similar group.`,
    ],
    [
      report.otherTypes > 0,
      `Replaced: the hardware of ${devices(report.otherTypes)} by a similar type that the simulation has.`,
    ],
    [
      report.otherSystems > 0,
      `Left out: OS versions of ${devices(report.otherSystems)} that are not the platform’s.`,
    ],
    [
      report.otherPlans > 0,
      plural(report.otherPlans, {
        one: 'Replaced: 1 plan that the simulation does not have.',
        other: `Replaced: ${formatNumber(report.otherPlans)} plans that the simulation does not have.`,
      }),
    ],
    [
      report.fleetsWithOlderReleases > 0,
      plural(report.fleetsWithOlderReleases, {
        one: 'Not read: releases of 1 fleet before the newest 300 that no device uses.',
        other: `Not read: releases of ${formatNumber(report.fleetsWithOlderReleases)} fleets before the newest 300 that no device uses.`,
      }),
    ],
    [
      report.releasesLeftOut > 0,
      plural(report.releasesLeftOut, {
        one: 'Left out: 1 old release that no device uses, because a world has at most 4,000 images.',
        other: `Left out: ${formatNumber(report.releasesLeftOut)} old releases that no device uses, because a world has at most 4,000 images.`,
      }),
    ],
    [
      report.wasResumed,
      'This capture was continued: names of services and tags differ between the fleets read before and after.',
    ],
  ]
  return [
    `${counted(organizations, 'organization', 'organizations')}, ${counted(fleets, 'fleet', 'fleets')}, ${devices(report.devices)} in ${counted(groups, 'group', 'groups')}, ${counted(places, 'place', 'places')}, ${counted(people, 'person', 'people')}, ${counted(teams, 'team', 'teams')}.`,
    ...optional.filter(([holds]) => holds).map(([, line]) => line),
    'Not read: values of variables, compositions, logs, contracts, notes, keys, tokens, addresses, tax numbers, cards and invoices.',
    `Sign in to the world as ${report.administrator}@flotilla.example, with ${password}.`,
    `Searched for ${counted(report.searched, 'original text', 'original texts')} in the result and found none. ${counted(report.requests, 'request', 'requests')}, all of them reads.`,
  ]
}

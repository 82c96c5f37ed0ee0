import type { Model } from '@/api/model.ts'
import { compareCodeUnits } from '@/lib/format.ts'
import {
  deviceIssues,
  issueKinds,
  issueSeverity,
  issueSince,
  type issueFields,
  type IssueKind,
  type IssueService,
} from './device-issues.ts'

/** A device that was read with the fields of its issues. */
export interface DeviceWithIssues extends Pick<Model['device']['Read'], (typeof issueFields)[number]> {
  id: number
  uuid: string
  device_name: string
  image_install: readonly IssueService[]
}

/** The devices with the same issue. */
export interface IssueGroup {
  kind: IssueKind
  /** Those that have it for the longest time first; devices of unknown time last. */
  devices: readonly DeviceWithIssues[]
  /** ISO timestamp since when the first has it; null if that is not recorded. */
  oldest: string | null
}

/** The issues of devices, the most severe first, then those of most devices. A device can have several. */
export function groupIssues(devices: readonly DeviceWithIssues[], now: number): IssueGroup[] {
  const groups = new Map<IssueKind, { device: DeviceWithIssues; since: string | null }[]>()
  for (const device of devices) {
    const seen = new Set<IssueKind>()
    for (const issue of deviceIssues(device, device.image_install, now)) {
      if (seen.has(issue.kind)) continue
      seen.add(issue.kind)
      const group = groups.get(issue.kind) ?? []
      group.push({ device, since: issueSince(device, issue) })
      groups.set(issue.kind, group)
    }
  }
  return [...groups]
    .map(([kind, found]) => {
      // “~” is after all digits.
      const dated = found.toSorted((a, b) => compareCodeUnits(a.since ?? '~', b.since ?? '~'))
      return { kind, devices: dated.map(({ device }) => device), oldest: dated[0]?.since ?? null }
    })
    .toSorted(
      (one, other) =>
        Number(issueSeverity(one.kind) === 'warning') - Number(issueSeverity(other.kind) === 'warning') ||
        other.devices.length - one.devices.length ||
        issueKinds.indexOf(one.kind) - issueKinds.indexOf(other.kind),
    )
}

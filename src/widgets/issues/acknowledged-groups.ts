import type { AcknowledgedIssue } from '@/domain/device/acknowledgements.queries.ts'
import type { IssueKind } from '@/domain/device/device-issues.ts'

/** Devices whose issue was acknowledged together. */
export interface AcknowledgedGroup {
  kind: IssueKind
  reason: string
  by: string
  until: number
  devices: readonly AcknowledgedIssue['device'][]
}

/** What was acknowledged together, in the order of its ends. */
export function acknowledgedGroups(all: readonly AcknowledgedIssue[]): AcknowledgedGroup[] {
  const groups = new Map<string, AcknowledgedIssue[]>()
  for (const one of all) {
    const key = JSON.stringify([one.kind, one.reason, one.by, one.until])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((together) => {
    const [first] = together
    if (!first) return []
    const { kind, reason, by, until } = first
    return [{ kind, reason, by, until, devices: together.map(({ device }) => device) }]
  })
}

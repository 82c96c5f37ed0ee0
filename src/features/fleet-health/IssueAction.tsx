import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Role } from '@/domain/access/permissions.ts'
import type { IssueKind } from '@/domain/device/device-issues.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { filterText, readMatching, readOperated } from '@/domain/operations/read-devices.ts'
import type { PickableRelease } from '@/domain/release/release-picker.queries.ts'
import { releasePickerText } from '@/messages/operations/operations.ts'
import { BatchDialog } from '@/widgets/operations/BatchDialog.tsx'
import { useOperationSetting } from '@/widgets/operations/use-operation-setting.ts'
import { ReleasePicker } from '@/widgets/release/ReleasePicker.tsx'
import { withIssue } from './issues.queries.ts'

/** Operations that fix an issue. */
export type IssueRemedy = 'restart' | 'reboot' | 'purge' | 'pin'

export interface IssueActionProps {
  fleet: Fleet
  role: Role
  kind: IssueKind
  remedy: IssueRemedy
  /** Number of devices with the issue on the page. They are read again before the operation starts. */
  count: number
  onClose: () => void
}

/** Dialog of an operation on all devices with an issue. */
export function IssueAction({ fleet, role, kind, remedy, count, onClose }: IssueActionProps) {
  const queries = useQueryClient()
  const setting = useOperationSetting(role, fleet.id, fleet.organization[0]?.id)
  const [release, setRelease] = useState<PickableRelease | null>(null)
  // Memoized, so that the devices stay the same while the dialog is open: some filters contain the current time.
  const filter = useMemo(() => withIssue({ fleetId: fleet.id }, kind), [fleet.id, kind])
  const common = {
    opened: true,
    onClose,
    count,
    setting,
    read: (progress: Parameters<typeof readMatching>[2]) => readMatching(readOperated, filter, progress),
    targets: { kind: 'matching' as const, filter: filterText(filter), fleetId: fleet.id },
    onFinished: () => void queries.invalidateQueries({ queryKey: ['device'] }),
  }
  if (remedy !== 'pin') return <BatchDialog name={remedy} input={undefined} {...common} />
  return (
    <BatchDialog
      name="pin"
      {...common}
      input={{ releaseId: release?.id ?? 0, commit: release?.commit ?? '' }}
      reason={release === null ? releasePickerText.chooseFirst : undefined}
    >
      <ReleasePicker fleetId={fleet.id} value={release?.id ?? null} onChange={setRelease} />
    </BatchDialog>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import type { IssueKind } from '@/domain/device/device-issues.ts'
import { readMatching } from '@/domain/operations/read-devices.ts'
import { commonText } from '@/messages/common/common.ts'
import { acknowledgeText } from '@/messages/fleet-health/acknowledge.ts'
import { AcknowledgeDialog } from '@/widgets/issues/AcknowledgeDialog.tsx'
import { withIssue } from './issues.queries.ts'

export interface AcknowledgeMatchingProps {
  fleetId: number
  kind: IssueKind
  /** The number of devices, until they are read. */
  count: number
  /** The UUIDs of devices for which it is acknowledged already. */
  known: ReadonlySet<string>
  onClose: () => void
}

/** Acknowledges an issue of all devices of a fleet that have it now. They are read first. */
export function AcknowledgeMatching({ fleetId, kind, count, known, onClose }: AcknowledgeMatchingProps) {
  const queries = useQueryClient()
  // As they were when the dialog was opened: others are acknowledged by nobody unseen.
  const [filter] = useState(() => withIssue({ fleetId }, kind))
  const read = useQuery({
    queryKey: ['device-ids', { filter }],
    queryFn: ({ signal }) =>
      readMatching(
        (options, stopped) => api().data.query('device', stopped, { $select: ['id', 'uuid'], ...options }),
        filter,
        { signal, onRead: () => undefined },
      ),
    staleTime: Infinity,
    gcTime: 0,
  })
  const devices = (read.data ?? [])
    .filter(({ uuid }) => !known.has(uuid))
    .map(({ id, uuid }) => ({ id, cliName: uuid, tags: [] }))
  const whyNotYet = () => {
    if (read.isError) return errorMessage(read.error)
    if (read.data === undefined) return commonText.loading
    return devices.length === 0 ? acknowledgeText.nothingLeft : undefined
  }
  return (
    <AcknowledgeDialog
      kind={kind}
      devices={devices}
      count={devices.length === 0 ? count : devices.length}
      whyNotYet={whyNotYet()}
      onClose={onClose}
      onDone={() => queries.invalidateQueries({ queryKey: ['device'] })}
    />
  )
}

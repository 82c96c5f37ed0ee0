import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { TaskDialogProps } from '@/domain/operations/TaskDialog.tsx'
import type { ReadDevices } from '@/domain/operations/use-batch.ts'
import type { SystemDevice } from '@/domain/os-update/os-update.queries.ts'

/** What both updates of systems are told of the selection. */
export interface SystemBatchProps extends Pick<
  TaskDialogProps<SystemDevice>,
  'opened' | 'onClose' | 'count' | 'read' | 'onFinished'
> {
  /** `$filter` of the data API that finds the selected devices. */
  filter: string
}

export type SelectedSystems = UseQueryResult<readonly SystemDevice[]> & {
  /** How many have been read so far. */
  read: number
}

/** The selected devices as far as updates are concerned: which versions fit depends on all of them. */
export function useSelectedSystems(read: ReadDevices<SystemDevice>): SelectedSystems {
  const id = useId()
  const [count, setCount] = useState(0)
  const query = useQuery({
    queryKey: ['device', 'selected-systems', { dialog: id }],
    queryFn: ({ signal }) => read({ signal, onRead: setCount }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return { ...query, read: count }
}

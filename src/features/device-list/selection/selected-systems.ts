import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReadDevices } from '@/domain/operations/batch-task.ts'
import type { SystemDevice } from '@/domain/os-update/os-update.queries.ts'
import type { TaskDialogProps } from '@/widgets/operations/TaskDialog.tsx'

/** Common props of both updates. */
export interface SystemBatchProps extends Pick<
  TaskDialogProps<SystemDevice>,
  'opened' | 'onClose' | 'count' | 'read' | 'onFinished'
> {
  /** `$filter` of the data API that selects the devices. */
  filter: string
}

export type SelectedSystems = UseQueryResult<readonly SystemDevice[]> & {
  /** Number of devices read so far. */
  read: number
}

/** Reads the selected devices for an update: the offered versions depend on all of them. */
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

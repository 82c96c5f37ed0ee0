import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildTimeQuery } from './build-time.queries.ts'

/** Whether a newer version of the dashboard was deployed since this page was loaded. */
export function useIsOutOfDate(): boolean {
  const { data } = useQuery(buildTimeQuery())
  const [running, setRunning] = useState<string | null>(null)
  if (running === null && data) setRunning(data)
  return Boolean(data) && running !== null && data !== running
}

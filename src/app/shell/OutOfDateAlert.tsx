import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alertText } from '@/messages/app/shell.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { buildTimeQuery } from './build-time.queries.ts'

/** Shows when a newer version of the dashboard was deployed. */
export function OutOfDateAlert() {
  const { data } = useQuery(buildTimeQuery())
  const [running, setRunning] = useState<string | null>(null)
  if (running === null && data) setRunning(data)
  if (!data || running === null || data === running) return null
  return (
    <Banner
      bar
      tone="info"
      action={
        <Button size="s" onClick={() => window.location.reload()}>
          {alertText.refresh}
        </Button>
      }
    >
      {alertText.outOfDate}
    </Banner>
  )
}

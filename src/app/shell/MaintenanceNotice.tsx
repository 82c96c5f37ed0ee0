import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { readPlatformStatus, type Maintenance } from '@/api/status-page.ts'
import { staffRole } from '@/domain/access/permissions.ts'
import * as poll from '@/domain/polling.ts'
import { formatInstant } from '@/lib/format.ts'
import { maintenanceText as text } from '@/messages/app/maintenance.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { maintenanceDismissed } from './preferences.ts'

/** How long before the start a warning is shown. */
const AHEAD_MS = 24 * 60 * 60_000

/** `soon` and `now` show a warning. */
function stageOf({ from, until }: Maintenance, now: number): 'far' | 'soon' | 'now' | 'over' {
  if (now >= Date.parse(until)) return 'over'
  if (now >= Date.parse(from)) return 'now'
  return now >= Date.parse(from) - AHEAD_MS ? 'soon' : 'far'
}

const statusQuery = (statusUrl: string | null) =>
  queryOptions({
    queryKey: ['platform-status', { statusUrl }],
    queryFn: statusUrl === null ? skipToken : ({ signal }) => readPlatformStatus(statusUrl, signal),
    refetchInterval: poll.platformStatus,
    staleTime: poll.platformStatus,
    // The next poll tries again; until then there is no warning.
    retry: false,
  })

/** Warns platform administrators of current or upcoming maintenance. */
export function MaintenanceNotice() {
  const isAdmin = staffRole(api().session.claims()?.permissions) === 'balena_admin'
  const { data: status } = useQuery(statusQuery(isAdmin ? api().parties.statusUrl : null))
  const maintenances = status?.maintenances ?? []
  // A string, so that this renders again only when something changes.
  const near = useTimeText(
    (now) => maintenances.find((one) => ['soon', 'now'].includes(stageOf(one, now)))?.id ?? '',
  )
  const maintenance = maintenances.find(({ id }) => id === near)
  if (status === undefined || maintenance === undefined) return null
  return <Warning maintenance={maintenance} pageUrl={status.pageUrl} />
}

function Warning({ maintenance, pageUrl }: { maintenance: Maintenance; pageUrl: string }) {
  const { id, name, from, until } = maintenance
  const stage = useTimeText((now) => stageOf(maintenance, now))
  const [dismissed, setDismissed] = useStored(maintenanceDismissed)
  // A dismissed warning of planned maintenance is shown again when it starts.
  const key = `${id} ${stage}`
  if (dismissed === key) return null
  const [begin, end] = [from, until].map((moment) => formatInstant(moment, { seconds: false }))
  return (
    <Banner
      bar
      tone="warn"
      onDismiss={() => setDismissed(key)}
      action={
        <ButtonLink size="s" to={pageUrl} target="_blank" rel="noreferrer">
          {text.status}
        </ButtonLink>
      }
    >
      {stage === 'now' ? text.underWay(name, end ?? '') : text.planned(name, begin ?? '', end ?? '')}
    </Banner>
  )
}

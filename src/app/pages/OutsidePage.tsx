import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useServices } from '@/app/services.tsx'
import type { ExternalNavigationState } from '@/app/simulated-external-navigation.ts'
import { pathHere } from '@/lib/address.ts'
import { withoutBase } from '@/lib/base.ts'
import { EntryNotFound } from './EntryNotFound.tsx'

/** Stand-in page for a third party in a simulated world. Not used on a real platform. */
export function Component() {
  const { simulation } = useServices()
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const address = search.get('to')
  if (simulation === null || address === null) return <EntryNotFound />
  return (
    <simulation.ThirdParty
      key={address}
      address={address}
      fields={fieldsIn(location.state)}
      onLead={(back) => void navigate(withinDashboard(back), { replace: true })}
    />
  )
}

function fieldsIn(state: unknown): ExternalNavigationState['fields'] | null {
  return typeof state === 'object' && state !== null && 'fields' in state
    ? (state.fields as ExternalNavigationState['fields'])
    : null
}

/** The path of a URL that leads back to the dashboard. */
function withinDashboard(location: string): string {
  const { pathname, search } = new URL(location)
  return pathHere(`${withoutBase(pathname)}${search}`) ?? '/'
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { IconSnowflake } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Navigate, Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { isApiError } from '@/api/errors.ts'
import { fleetRoleQuery } from '@/domain/fleet-access.ts'
import { prefixOf } from '@/domain/fleet-class.ts'
import { fleetQuery, type Fleet } from '@/domain/fleet.queries.ts'
import { loadFleet } from '@/domain/load-fleet.ts'
import { may, type Role } from '@/domain/permissions.ts'
import { cacheOf } from '@/domain/route-cache.ts'
import { paths } from '@/lib/paths.ts'
import { fleetKeysText } from '@/messages/fleet-keys.ts'
import { memberText, teamAccessText } from '@/messages/fleet-members.ts'
import { fleetSettingsText } from '@/messages/fleet-settings.ts'
import { classText, fleetText } from '@/messages/fleets.ts'
import { releasesText } from '@/messages/releases.ts'
import { configText, variablesText } from '@/messages/variables.ts'
import { ButtonLink } from '@/ui/Button.tsx'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { PageTitle } from '@/ui/PageTitle.tsx'
import { Card } from '@/ui/Panel.tsx'
import { showToast } from '@/ui/toasts.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { id } = await loadFleet(args)
  void cacheOf(args).prefetchQuery(fleetRoleQuery(id))
  return { id }
}

/** The frame of a fleet's, app's or block's page: the way here and its tabs (spec 2 §2). */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const { data: fleet, error } = useSuspenseQuery(fleetQuery(id))
  const { data: role } = useQuery(fleetRoleQuery(id))
  if (isApiError(error, 'not-found')) return <Gone />

  const organization = fleet.organization[0]
  if (organization.is_frozen) {
    return (
      <PageFrame crumbs={crumbsOf(fleet)}>
        <FrozenOrganization name={organization.name} />
      </PageFrame>
    )
  }
  return (
    <PageFrame
      crumbs={crumbsOf(fleet)}
      tabs={tabsOf(fleet, role ?? 'member')}
      tabsLabel={fleetText.tabs}
      flush
    >
      <Outlet />
    </PageFrame>
  )
}

/** The fleet went away while it was being looked at. */
function Gone() {
  useEffect(() => {
    showToast({ tone: 'warn', key: 'fleet-not-found', title: fleetText.gone })
  }, [])
  return <Navigate to={paths.fleets()} replace />
}

function crumbsOf(fleet: Fleet) {
  return [
    { label: fleet.organization[0].name },
    { label: classText[fleet.is_of__class].title, to: `/${prefixOf(fleet.is_of__class)}` },
    { label: fleet.app_name },
  ]
}

/** Only fleets have devices; apps and blocks are built, not run (spec 2 §2). Keys are for who may read them. */
function tabsOf({ id, is_of__class }: Fleet, role: Role) {
  const isFleet = is_of__class === 'fleet'
  return [
    { to: paths.application(id, is_of__class), label: fleetText.summary, end: true },
    { to: paths.releases(id, is_of__class), label: releasesText.tab },
    ...(isFleet
      ? [
          { to: paths.fleetDevices(id), label: fleetText.devices },
          { to: paths.fleetVariables(id), label: variablesText.tab },
          { to: paths.fleetConfiguration(id), label: configText.tab },
        ]
      : []),
    { to: paths.applicationMembers(id, is_of__class), label: memberText.tab },
    { to: paths.applicationTeams(id, is_of__class), label: teamAccessText.tab },
    { to: paths.applicationSettings(id, is_of__class), label: fleetSettingsText.tab },
    ...(isFleet && may(role, 'resin.api_key.read')
      ? [{ to: paths.fleetKeys(id), label: fleetKeysText.tab }]
      : []),
  ]
}

function FrozenOrganization({ name }: { name: string }) {
  return (
    <>
      <PageTitle title={fleetText.frozenTitle(name)} hidden />
      <Card>
        <EmptyState
          icon={<IconSnowflake size={28} aria-hidden="true" />}
          title={fleetText.frozenTitle(name)}
          detail={fleetText.frozen}
          action={<ButtonLink to={paths.fleets()}>{fleetText.toFleets}</ButtonLink>}
        />
      </Card>
    </>
  )
}

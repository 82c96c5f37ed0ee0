import { useQuery } from '@tanstack/react-query'
import { api, offers } from '@/api/api.ts'
import { staffRole } from '@/domain/access/permissions.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { fleetCreateText } from '@/messages/fleets/fleet-create.ts'
import { deployLinkText } from '@/messages/fleets/fleet-lists.ts'
import { fleetListText as text } from '@/messages/fleets/fleets.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { administeredOrganizationsQuery } from './create/create.queries.ts'
import styles from './FirstFleet.module.css'

export interface FirstFleetProps {
  fleetClass: FleetClass
  onCreate: () => void
  onDeploy: () => void
}

/** Shown to users without any fleet, app or block: how to get one, depending on their permissions. */
export function FirstFleet({ fleetClass, onCreate, onDeploy }: FirstFleetProps) {
  const { data: organizations, isPending } = useQuery(administeredOrganizationsQuery())
  const title = text.empty(fleetClass)
  if (staffRole(api().session.claims()?.permissions) === 'support_agent') {
    return <EmptyState title={title} detail={text.emptyForSupport(fleetClass)} />
  }
  if (isPending) return <EmptyState title={title} />
  if (organizations === undefined || organizations.length === 0) {
    return <EmptyState title={title} detail={text.emptyDetail(fleetClass)} />
  }
  return (
    <EmptyState
      title={title}
      detail={text.emptyForAdministrator(fleetClass)}
      steps={fleetClass === 'fleet' && <FirstSteps />}
      action={
        <>
          <Button onClick={onCreate}>{fleetCreateText.open(fleetClass)}</Button>
          {offers('builds') && <Button onClick={onDeploy}>{deployLinkText.open}</Button>}
        </>
      }
    />
  )
}

/** The way from an empty account to a running release. */
function FirstSteps() {
  return (
    <ol className={styles.steps} aria-label={text.firstSteps}>
      {text.steps.map(({ title, detail }) => (
        <li key={title}>
          <strong>{title}</strong>
          <span>{detail}</span>
        </li>
      ))}
    </ol>
  )
}

import { useQuery } from '@tanstack/react-query'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { deployText as text } from '@/messages/fleets/fleet-deploy.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { SearchedChoices } from '@/ui/form/SearchedChoices.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { deployTargetsQuery } from './deploy.queries.ts'

export interface ExistingTargetProps {
  fleetClass: FleetClass
  value: number | null
  onChange: (id: number) => void
}

/** Selects an application of the user; those without push permission are disabled with a reason. */
export function ExistingTarget({ fleetClass, value, onChange }: ExistingTargetProps) {
  const targets = useQuery(deployTargetsQuery(fleetClass))
  if (targets.data === undefined) {
    return (
      <QueryFallback query={targets} failed={text.existingFailed(fleetClass)} compact lines={4} height={24} />
    )
  }
  if (targets.data.length === 0) return <EmptyState compact title={text.noExisting(fleetClass)} />
  return (
    <SearchedChoices
      label={text.existing(fleetClass)}
      searchLabel={text.search(fleetClass)}
      noMatch={text.noMatch(fleetClass)}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(Number(id))}
      choices={targets.data.map(({ id, name, organization, role }) => ({
        value: String(id),
        label: name,
        detail: organization,
        reason: whyNotAllowed(role, 'resin.application.push'),
      }))}
    />
  )
}

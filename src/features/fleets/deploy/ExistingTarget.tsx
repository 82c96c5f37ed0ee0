import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { deployText as text } from '@/messages/fleet-deploy.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { SearchedChoices } from '@/ui/form/SearchedChoices.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { deployTargetsQuery } from './deploy.queries.ts'

export interface ExistingTargetProps {
  fleetClass: FleetClass
  value: number | null
  onChange: (id: number) => void
}

/** A choice among the person's own fleets, apps or blocks; those that they may not push to say so. */
export function ExistingTarget({ fleetClass, value, onChange }: ExistingTargetProps) {
  const targets = useQuery(deployTargetsQuery(fleetClass))
  if (targets.data === undefined) {
    return targets.isError ? (
      <ErrorState
        compact
        title={text.existingFailed(fleetClass)}
        detail={errorMessage(targets.error)}
        onRetry={() => void targets.refetch()}
        retrying={targets.isFetching}
      />
    ) : (
      <LoadingRegion>
        <SkeletonLines lines={4} height={24} />
      </LoadingRegion>
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

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { deployText as text } from '@/messages/fleet-deploy.ts'
import { ChoiceList } from '@/ui/form/ChoiceList.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import styles from './Deploy.module.css'
import { deployTargetsQuery, type DeployTarget } from './deploy.queries.ts'

/** How many there must be before they can be searched. */
const SEARCHED_FROM = 8

export interface ExistingTargetProps {
  fleetClass: FleetClass
  value: number | null
  onChange: (id: number) => void
}

/** A choice among the person's own fleets, apps or blocks; those that they may not push to say so. */
export function ExistingTarget({ fleetClass, ...choice }: ExistingTargetProps) {
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
  return <Choices fleetClass={fleetClass} targets={targets.data} {...choice} />
}

function Choices({
  fleetClass,
  targets,
  value,
  onChange,
}: ExistingTargetProps & { targets: readonly DeployTarget[] }) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = targets.filter(({ name, organization }) =>
    `${name} ${organization}`.toLowerCase().includes(wanted),
  )
  return (
    <div className={styles.targets}>
      {targets.length >= SEARCHED_FROM && (
        <SearchField
          label={text.search(fleetClass)}
          value={search}
          isFilter={false}
          width="100%"
          onChange={setSearch}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState compact title={text.noMatch(fleetClass)} />
      ) : (
        <ChoiceList
          label={text.existing(fleetClass)}
          value={value === null ? null : String(value)}
          onChange={(id) => onChange(Number(id))}
          choices={shown.map(({ id, name, organization, role }) => ({
            value: String(id),
            label: name,
            detail: organization,
            reason: whyNotAllowed(role, 'resin.application.push'),
          }))}
        />
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { fleetScopeText as text } from '@/messages/fleet-lists.ts'
import { Chip } from '@/ui/Chip.tsx'
import type { FleetScope } from './fleet-list-state.ts'
import { scopeNameQuery } from './fleets.queries.ts'

export interface ScopeChipProps {
  scope: FleetScope
  onRemove: () => void
}

/** The organization, team or member that a list is narrowed to. */
export function ScopeChip({ scope, onRemove }: ScopeChipProps) {
  const { data: name } = useQuery(scopeNameQuery(scope))
  return <Chip label={text.kinds[scope.kind]} value={name ?? text.unknown} onRemove={onRemove} />
}

import type { OrganizationScope } from '@/domain/organization/organization-scope.ts'
import { fleetListText } from '@/messages/fleets/fleets.ts'
import { scopedListText } from '@/messages/organizations/organizations.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { FirstFleet } from './FirstFleet.tsx'
import { isFiltered, type FleetListState } from './fleet-list-state.ts'
import type { ChangeFleetList } from './FleetFilters.tsx'

export interface NoFleetsProps {
  state: FleetListState
  place: OrganizationScope | undefined
  onChange: ChangeFleetList
  onCreate: () => void
  onDeploy: () => void
}

/** Explains an empty list and what to do. */
export function NoFleets({ state, place, onChange, onCreate, onDeploy }: NoFleetsProps) {
  const filtered = isFiltered(state)
  const beyond = !filtered && state.page > 1
  if (beyond) {
    return (
      <Card>
        <EmptyState
          answers
          title={fleetListText.emptyPage}
          action={<Button onClick={() => onChange({ page: 1 })}>{fleetListText.toFirstPage}</Button>}
        />
      </Card>
    )
  }
  return (
    <Card>
      {filtered ? (
        <EmptyState
          answers
          title={fleetListText.emptyFiltered(state.fleetClass)}
          action={
            <Button onClick={() => onChange({ text: '', deviceType: undefined })}>
              {fleetListText.showAll(state.fleetClass)}
            </Button>
          }
        />
      ) : place ? (
        <EmptyState
          title={scopedListText.empty(state.fleetClass, (place.part ?? place.organization).name)}
          detail={
            place.part
              ? scopedListText.emptyPart(state.fleetClass)
              : scopedListText.emptyOrganization(state.fleetClass)
          }
        />
      ) : (
        <FirstFleet fleetClass={state.fleetClass} onCreate={onCreate} onDeploy={onDeploy} />
      )}
    </Card>
  )
}

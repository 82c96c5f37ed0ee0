import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { fleetNameProblem } from '@/features/fleets/fleet-name.ts'
import { namesQuery } from '@/features/fleets/settings/settings.queries.ts'
import {
  administeredOrganizationsQuery,
  creatableTypesQuery,
  type CreatableType,
  type NewApplication,
} from './create.queries.ts'

/** Initial values of the form. */
export interface InitialValues {
  /** Id of the organization. */
  organization?: number | undefined
  name?: string | null
  /** Slug of the device type. */
  deviceType?: string
  /** Slugs of the allowed device types; all if missing or empty. */
  deviceTypes?: readonly string[]
}

/** State of the form for a new fleet, app or block, and its problems. */
export function useNewApplication(fleetClass: FleetClass, initial: InitialValues = {}) {
  const organizations = useQuery(administeredOrganizationsQuery())
  const types = useQuery(creatableTypesQuery)
  const [chosenOrganization, setOrganization] = useState(String(initial.organization ?? ''))
  const [typed, setName] = useState<string>()
  const [chosenType, setType] = useState<string>()
  const [withDiscontinued, setWithDiscontinued] = useState(false)
  const [isMade, setMade] = useState(false)

  const mine = organizations.data ?? []
  const organization = mine.length === 1 ? mine[0] : mine.find(({ id }) => String(id) === chosenOrganization)
  const { data: names = [] } = useQuery({
    ...namesQuery(organization?.id ?? 0, fleetClass),
    enabled: organization !== undefined,
  })
  const known = supported(types.data ?? [], initial.deviceTypes)
  const preset = known.find(({ slug }) => slug === initial.deviceType)
  const offered = known.filter((each) => withDiscontinued || !each.isDiscontinued || each === preset)
  const type = chosenType === undefined ? preset : offered.find(({ id }) => String(id) === chosenType)
  const name = typed ?? initial.name ?? ''
  const trimmedName = name.trim()
  const problem =
    isMade || trimmedName === ''
      ? undefined
      : fleetNameProblem(trimmedName, { organization: organization?.name ?? '', names })
  const complete: NewApplication | undefined =
    organization === undefined || type === undefined || trimmedName === ''
      ? undefined
      : { name: trimmedName, organization: organization.id, deviceType: type.id, fleetClass }
  return {
    organizations,
    /** The organizations in which the user can create applications. */
    mine,
    /** Whether the user cannot create any application. */
    administersNothing: organizations.data?.length === 0,
    organization,
    setOrganization,
    names,
    name,
    setName,
    problem,
    types,
    offered,
    type,
    setType,
    withDiscontinued,
    setWithDiscontinued,
    /** It was created, so its name is no longer a problem: the list of names has it now. */
    finish: () => setMade(true),
    /** Undefined while the form is incomplete. */
    complete,
  }
}

export type NewApplicationForm = ReturnType<typeof useNewApplication>

function supported(types: readonly CreatableType[], slugs: readonly string[] = []): readonly CreatableType[] {
  const matching = types.filter(({ slug }) => slugs.includes(slug))
  return matching.length === 0 ? types : matching
}

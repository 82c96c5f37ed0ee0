import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { fleetNameProblem } from '../fleet-name.ts'
import { namesQuery } from '../settings/settings.queries.ts'
import {
  administeredOrganizationsQuery,
  creatableTypesQuery,
  type CreatableType,
  type NewApplication,
} from './create.queries.ts'

/** What stands in the form until the person says otherwise. */
export interface UsualApplication {
  /** Id. */
  organization?: number | undefined
  name?: string | null
  /** Slug. */
  deviceType?: string
  /** Slugs of the only types that make sense; all when left out or empty. */
  deviceTypes?: readonly string[]
}

/** What somebody fills in for a new fleet, app or block, and what is still wrong with it. */
export function useNewApplication(fleetClass: FleetClass, usual: UsualApplication = {}) {
  const organizations = useQuery(administeredOrganizationsQuery())
  const types = useQuery(creatableTypesQuery)
  const [chosenOrganization, setOrganization] = useState(String(usual.organization ?? ''))
  const [typed, setName] = useState<string>()
  const [chosenType, setType] = useState<string>()
  const [withDiscontinued, setWithDiscontinued] = useState(false)

  const mine = organizations.data ?? []
  const organization = mine.length === 1 ? mine[0] : mine.find(({ id }) => String(id) === chosenOrganization)
  const { data: names = [] } = useQuery({
    ...namesQuery(organization?.id ?? 0, fleetClass),
    enabled: organization !== undefined,
  })
  const known = supported(types.data ?? [], usual.deviceTypes)
  const preset = known.find(({ slug }) => slug === usual.deviceType)
  const offered = known.filter((each) => withDiscontinued || !each.isDiscontinued || each === preset)
  const type = chosenType === undefined ? preset : offered.find(({ id }) => String(id) === chosenType)
  const name = typed ?? usual.name ?? ''
  const wanted = name.trim()
  const problem =
    wanted === '' ? undefined : fleetNameProblem(wanted, { organization: organization?.name ?? '', names })
  const complete: NewApplication | undefined =
    organization === undefined || type === undefined || wanted === ''
      ? undefined
      : { name: wanted, organization: organization.id, deviceType: type.id, fleetClass }
  return {
    organizations,
    /** Those in which the person may create anything. */
    mine,
    /** Nothing can be created by this person. */
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
    /** Undefined while something is missing. */
    complete,
  }
}

export type NewApplicationForm = ReturnType<typeof useNewApplication>

function supported(types: readonly CreatableType[], slugs: readonly string[] = []): readonly CreatableType[] {
  const some = types.filter(({ slug }) => slugs.includes(slug))
  return some.length === 0 ? types : some
}

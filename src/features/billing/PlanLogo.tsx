import {
  IconBuilding,
  IconBuildingFactory2,
  IconBuildingSkyscraper,
  IconFlask,
  IconPlaneDeparture,
  IconSeedling,
  IconTool,
  IconUser,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import { tierOf, type Tier } from './plan-facts.ts'

/** A record, so that a new tier does not compile without an icon. */
const pictures: Record<Tier, Icon> = {
  free: IconSeedling,
  prototype: IconFlask,
  solo: IconUser,
  pilot: IconPlaneDeparture,
  production: IconBuildingFactory2,
  org: IconUsersGroup,
  enterprise: IconBuildingSkyscraper,
  custom: IconTool,
  unknown: IconBuilding,
}

/** The icon of a plan's tier, next to its name. */
export function PlanLogo({ code }: { code: string | null }) {
  const Picture = pictures[tierOf(code)]
  return <Picture size={22} stroke={1.6} aria-hidden="true" data-tier={tierOf(code)} />
}

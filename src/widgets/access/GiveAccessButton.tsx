import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { organizationRole } from '@/domain/organization/organization.queries.ts'
import { partAccessQuery } from '@/domain/organization/part-access.queries.ts'
import { partRolesText as text } from '@/messages/access/grants.ts'
import { commonText } from '@/messages/common/common.ts'
import { Button } from '@/ui/form/Button.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { useFreePlan } from '@/widgets/billing/use-free-plan.ts'
import { showAppsPreference } from '@/widgets/fleet/show-apps-preference.ts'
import type { PartRolesProps } from './PartRoles.tsx'

const GiveAccessDialog = lazy(() =>
  import('./GiveAccessDialog.tsx').then((loaded) => ({ default: loaded.GiveAccessDialog })),
)

/** Grants a team or member access; disabled with the reason for users without permission. */
export function GiveAccessButton({ place, fleetClass }: PartRolesProps) {
  const { organization, part, scope } = place
  const [isGiving, setGiving] = useState(false)
  const [withApps] = useStored(showAppsPreference)
  const { data: held } = useQuery(partAccessQuery(scope))
  const role = organizationRole(organization)
  const isFreePlan = useFreePlan(role, organization.id)
  const permission =
    part.kind === 'team' ? 'resin.team_application_access.create' : 'resin.user_application_membership.create'
  const reason =
    whyNotAllowed(role, permission) ??
    (fleetClass === 'app' && !withApps
      ? text.appsHidden
      : held === undefined
        ? commonText.loading
        : undefined)
  return (
    <>
      <Button
        variant="primary"
        icon={<IconPlus size={16} aria-hidden="true" />}
        reason={reason}
        onClick={() => setGiving(true)}
      >
        {text.give}
      </Button>
      {isGiving && held && (
        <Suspense fallback={null}>
          <GiveAccessDialog
            organization={organization.id}
            part={part}
            fleetClass={fleetClass}
            held={held}
            isFreePlan={isFreePlan}
            onClose={() => setGiving(false)}
          />
        </Suspense>
      )}
    </>
  )
}

import { IconSnowflake } from '@tabler/icons-react'
import { organizationRole, type Organization } from '@/domain/organization.queries.ts'
import { may } from '@/domain/permissions.ts'
import { paths } from '@/lib/paths.ts'
import { organizationText as text } from '@/messages/organizations.ts'
import { ButtonLink } from '@/ui/Button.tsx'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { PageTitle } from '@/ui/PageTitle.tsx'
import { Card } from '@/ui/Panel.tsx'

/** In place of all that a frozen organization has: who can thaw it, and how (spec 3 §4 "Past due and frozen"). */
export function FrozenNotice({ organization }: { organization: Organization }) {
  const maySettle = may(organizationRole(organization), 'resin.organization.access_billing')
  return (
    <>
      <PageTitle title={text.frozenTitle(organization.name)} hidden />
      <Card>
        <EmptyState
          icon={<IconSnowflake size={28} aria-hidden="true" />}
          title={text.frozenTitle(organization.name)}
          detail={`${text.frozen} ${maySettle ? text.frozenForAdministrator : text.frozenForOthers}`}
          action={<ButtonLink to={paths.organizations()}>{text.toOrganizations}</ButtonLink>}
        />
      </Card>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { offers } from '@/api/api.ts'
import { seatLabel } from '@/domain/billing/seats.ts'
import { fleetClasses } from '@/domain/fleet/fleet-class.ts'
import { scopePath } from '@/domain/organization/organization-scope.ts'
import { partAccessQuery } from '@/domain/organization/part-access.queries.ts'
import { ReachPanel } from '@/features/organizations/ReachPanel.tsx'
import { accessText } from '@/messages/access/access.ts'
import { classText } from '@/messages/fleets/fleets.ts'
import { memberPageText as text, membersText } from '@/messages/organizations/organization-members.ts'
import { organizationText } from '@/messages/organizations/organizations.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card, Facts, Panel } from '@/ui/layout/Panel.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { showAppsPreference } from '@/widgets/fleet/show-apps-preference.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { reachedBy, teamsWith } from './member-reach.ts'
import { MemberActions } from './MemberActions.tsx'
import { MemberTags } from './MemberTags.tsx'
import { MemberTeamsPanel } from './MemberTeamsPanel.tsx'
import { loadMember, useMember } from './use-member.ts'
import styles from '@/features/organizations/ReachPanel.module.css'

export const loader = (args: LoaderFunctionArgs) => loadMember(args)

/** The role, teams and access of a member. */
export function Component() {
  const { orgScope, query, member, teams } = useMember()
  const own = teamsWith(teams, member.user)
  return (
    <PageFrame
      title={member.name}
      documentTitle={organizationText.documentTitle(member.name, orgScope.organization.name)}
      actions={<MemberActions organization={orgScope.organization} member={member} />}
    >
      <StaleNotice query={query} />
      <Panel title={text.about}>
        <Facts
          facts={[
            { label: text.role, value: accessText.roles[member.role] },
            ...(offers('billing') ? [{ label: text.seat, value: seatLabel(member.seat) }] : []),
            { label: text.joined, value: <RelativeTime at={member.joined} /> },
            ...(offers('organizationTags')
              ? [
                  {
                    label: text.tags,
                    value: <MemberTags organization={orgScope.organization} member={member} />,
                  },
                ]
              : []),
          ]}
        />
      </Panel>
      {offers('fleetMembers') && <Reach teams={own} />}
    </PageFrame>
  )
}

function Reach({ teams }: { teams: ReturnType<typeof teamsWith> }) {
  const { orgScope, member } = useMember()
  const direct = useQuery(partAccessQuery(orgScope.scope))
  const [withApps] = useStored(showAppsPreference)
  if (direct.data === undefined) {
    return (
      <Card>
        <QueryFallback query={direct} failed={text.listFailed} compact lines={5} height={32} />
      </Card>
    )
  }
  const reached = reachedBy(direct.data, teams)
  return (
    <div className={styles.panels}>
      <MemberTeamsPanel organization={orgScope.organization.id} member={member.id} teams={teams} />
      {fleetClasses
        .filter((fleetClass) => withApps || fleetClass !== 'app')
        .map((fleetClass) => (
          <ReachPanel
            key={fleetClass}
            fleetClass={fleetClass}
            reached={reached}
            path={scopePath(orgScope)}
            empty={
              member.role === 'administrator'
                ? text.everything(classText[fleetClass].many)
                : text.noneOf(classText[fleetClass].title)
            }
          />
        ))}
    </div>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={membersText.columns.name} failed={text.failed} />

import { IconSettings } from '@tabler/icons-react'
import type { OrganizationTeam } from '@/domain/organization/organization-people.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { memberPageText as text } from '@/messages/organizations/organization-members.ts'
import { Tag } from '@/ui/display/Tag.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import styles from '@/features/organizations/ReachPanel.module.css'

export interface MemberTeamsPanelProps {
  organization: number
  /** The membership id. */
  member: number
  teams: readonly OrganizationTeam[]
}

/** The teams of a member, each with a link. */
export function MemberTeamsPanel({ organization, member, teams }: MemberTeamsPanelProps) {
  return (
    <Panel
      title={text.teams}
      aside={<Tag>{formatNumber(teams.length)}</Tag>}
      actions={
        <ButtonLink
          size="s"
          to={paths.memberTeams(organization, member)}
          aria-label={text.manageNamed(text.teams)}
          icon={<IconSettings size={15} aria-hidden="true" />}
        >
          {text.manage}
        </ButtonLink>
      }
      flush
    >
      {teams.length === 0 ? (
        <p className={styles.none}>{text.noTeams}</p>
      ) : (
        <ul aria-label={text.teams} className={styles.list}>
          {teams.map(({ id, name }) => (
            <li key={id}>
              <span className={styles.name}>
                <NameLink to={paths.organizationTeam(organization, id)}>{name}</NameLink>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

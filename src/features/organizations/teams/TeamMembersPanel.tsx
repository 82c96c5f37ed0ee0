import { IconSettings } from '@tabler/icons-react'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { teamPageText as text } from '@/messages/organizations/organization-teams.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import type { TeamMember } from './team-facts.ts'
import styles from '@/features/organizations/ReachPanel.module.css'

export interface TeamMembersPanelProps {
  organization: number
  team: number
  members: readonly TeamMember[]
}

/** The members of a team, each with a link. */
export function TeamMembersPanel({ organization, team, members }: TeamMembersPanelProps) {
  return (
    <Panel
      title={text.members}
      aside={<Tag>{formatNumber(members.length)}</Tag>}
      actions={
        <ButtonLink
          size="s"
          to={paths.teamMembers(organization, team)}
          aria-label={text.manageNamed(text.members)}
          icon={<IconSettings size={15} aria-hidden="true" />}
        >
          {text.manage}
        </ButtonLink>
      }
      flush
    >
      {members.length === 0 ? (
        <p className={styles.none}>{text.noMembers}</p>
      ) : (
        <ul aria-label={text.members} className={styles.list}>
          {members.map(({ id, name, membership }) => (
            <li key={id}>
              <Avatar name={name} size={26} />
              <span className={styles.name}>
                {membership === undefined ? (
                  name
                ) : (
                  <NameLink to={paths.organizationMember(organization, membership)}>{name}</NameLink>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

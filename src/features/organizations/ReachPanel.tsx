import { IconSettings } from '@tabler/icons-react'
import { roleLabel } from '@/domain/access/role-choices.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import type { PartAccess } from '@/domain/organization/part-access.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { classText } from '@/messages/fleets/fleets.ts'
import { memberPageText } from '@/messages/organizations/organization-members.ts'
import { Tag } from '@/ui/display/Tag.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import styles from './ReachPanel.module.css'

/** An application that a team or member has access to, and by which team. */
export interface Reached extends PartAccess {
  /** The team that grants access, as secondary text. */
  source?: string
}

export interface ReachPanelProps {
  fleetClass: FleetClass
  reached: readonly Reached[]
  /** Path of the team or member. */
  path: string
  /** Text of the empty state. */
  empty: string
}

/** The fleets, apps or blocks that a team or member has access to, with the role on each. */
export function ReachPanel({ fleetClass, reached, path, empty }: ReachPanelProps) {
  const { title } = classText[fleetClass]
  const listed = reached.filter(({ application }) => application.fleetClass === fleetClass)
  return (
    <Panel
      title={title}
      aside={<Tag>{formatNumber(listed.length)}</Tag>}
      actions={
        <ButtonLink
          size="s"
          to={paths.rolesOf(path, fleetClass)}
          aria-label={memberPageText.manageNamed(title)}
          icon={<IconSettings size={15} aria-hidden="true" />}
        >
          {memberPageText.manage}
        </ButtonLink>
      }
      flush
    >
      {listed.length === 0 ? (
        <p className={styles.none}>{empty}</p>
      ) : (
        <ul aria-label={title} className={styles.list}>
          {listed.map(({ id, application, role, source }) => (
            <li key={`${id}-${source ?? ''}`}>
              <span className={styles.name}>
                <NameLink to={paths.application(application.id, application.fleetClass)}>
                  {application.name}
                </NameLink>
                {source !== undefined && <span className={styles.source}>{source}</span>}
              </span>
              <Tag>{roleLabel(role)}</Tag>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { accessText } from '@/messages/access/access.ts'
import { commonText } from '@/messages/common/common.ts'
import { accessDialogText as text } from '@/messages/fleets/fleet-members.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { membersQuery, organizationPeopleQuery, teamPeopleQuery } from './members.queries.ts'
import { peopleWithAccess } from './people-with-access.ts'
import styles from './AccessDialog.module.css'

/** Maximum height of the list in px; it scrolls beyond. */
const MAX_HEIGHT = 300

/** Everyone with access, and how they got it. */
export function AccessDialog({ fleet, onClose }: { fleet: Fleet; onClose: () => void }) {
  const organization = useQuery(organizationPeopleQuery(fleet.organization[0].id))
  const members = useQuery(membersQuery(fleet.id))
  const teams = useQuery(teamPeopleQuery(fleet.id))
  const failed = [organization, members, teams].find(({ isError }) => isError)
  const people =
    organization.data && members.data && teams.data
      ? peopleWithAccess({ organization: organization.data, fleet: members.data, team: teams.data })
      : undefined
  return (
    <Dialog
      onClose={onClose}
      title={text.title(fleet.app_name)}
      footer={
        <Button data-autofocus onClick={onClose}>
          {commonText.close}
        </Button>
      }
    >
      <p className={styles.intro}>{text.intro}</p>
      {failed || people === undefined ? (
        <QueryFallback query={failed ?? members} failed={text.failed} compact lines={5} height={32} />
      ) : people.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <div
          role="region"
          aria-label={text.list}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          tabIndex={0}
          className={styles.scroll}
          style={{ maxHeight: MAX_HEIGHT }}
        >
          <ul aria-label={text.list} className={styles.list}>
            {people.map(({ id, name, role, sources }) => (
              <li key={id} className={styles.person}>
                <Avatar name={name} size={28} />
                <span className={styles.name}>
                  {name}
                  <span className={styles.sources}>{sources.join(' · ')}</span>
                </span>
                <Tag>{accessText.roles[role]}</Tag>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}

import { paths } from '@/lib/paths.ts'
import { providerMembershipText as text } from '@/messages/identity-provider/identity-provider.ts'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { RowActions } from '@/ui/table/RowActions.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import type { Link } from './identity-provider.queries.ts'
import { linkedIds, linkedOrganizationName, linkedOrganization } from './linked-organization.ts'
import { whyNotChangeLink, type Viewer } from './provider-access.ts'

export interface LinksTableProps {
  links: readonly Link[]
  viewer: Viewer
  onChangeTeam: (link: Link) => void
  onUnlink: (link: Link) => void
}

/** The organizations of an identity provider with their default teams, and buttons to change the team and to unlink. */
export function LinksTable({ links, viewer, onChangeTeam, onUnlink }: LinksTableProps) {
  const { columns } = text
  const linked = linkedIds(links)
  return (
    <PlainTable label={text.table} stacks>
      <TableHead columns={[columns.organization, columns.team, { end: columns.actions }]} />
      <tbody>
        {links.map((link) => {
          const organization = linkedOrganization(link)
          const name = linkedOrganizationName(link)
          const whyNot = whyNotChangeLink(viewer, linked, organization)
          return (
            <tr key={link.id}>
              <td role="rowheader" data-wide>
                {organization === undefined ? (
                  name
                ) : (
                  <NameLink to={paths.organization(organization.id)}>{name}</NameLink>
                )}
              </td>
              <td data-label={columns.team}>{teamOf(link)}</td>
              <td data-align="end">
                <RowActions
                  change={{
                    label: text.changeTeam(name),
                    reason: whyNot ?? (organization === undefined ? text.hiddenTeams : undefined),
                    onPress: () => onChangeTeam(link),
                  }}
                  remove={{
                    label: text.unlink(name),
                    reason: whyNot ?? (links.length === 1 ? text.lastOne : undefined),
                    onPress: () => onUnlink(link),
                  }}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}

/** The default team; hidden if the organization is not visible. */
function teamOf(link: Link): string {
  if (linkedOrganization(link) === undefined) return text.hiddenTeam
  return link.grants_access_to__team?.[0]?.name ?? text.noTeam
}

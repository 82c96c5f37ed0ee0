import type { SignOnOrganization } from '@/domain/account/sign-on.queries.ts'
import { paths } from '@/lib/paths.ts'
import { identityProviderText as text } from '@/messages/identity-provider/identity-provider.ts'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { otherProviders } from './provider-access.ts'

export interface OtherProvidersProps {
  /** Id of the identity provider on the page. */
  shown: number
  organizations: readonly SignOnOrganization[]
}

/** The identity providers of the user's other organizations; nothing if there are none. */
export function OtherProviders({ shown, organizations }: OtherProvidersProps) {
  const others = otherProviders(organizations, shown)
  if (others.length === 0) return null
  return (
    <Panel title={text.othersOfYours} flush>
      <PlainTable label={text.othersOfYours} stacks>
        <TableHead columns={[text.columns.identifier, text.columns.organizations]} />
        <tbody>
          {others.map(({ id, sso_identifier, names }) => (
            <tr key={id}>
              <td role="rowheader" data-wide>
                <NameLink to={paths.identityProvider(id)}>{sso_identifier}</NameLink>
              </td>
              <td data-label={text.columns.organizations}>{names.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Panel>
  )
}

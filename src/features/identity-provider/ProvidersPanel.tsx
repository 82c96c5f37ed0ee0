import { paths } from '@/lib/paths.ts'
import { identityProviderText as text } from '@/messages/identity-provider/identity-provider.ts'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import type { ListedProvider } from './identity-provider.queries.ts'
import { linkedOrganizationName } from './linked-organization.ts'

export interface ProvidersPanelProps {
  title: string
  providers: readonly ListedProvider[]
}

/** Identity providers with their organizations; each links to its page. */
export function ProvidersPanel({ title, providers }: ProvidersPanelProps) {
  const { columns } = text
  return (
    <Panel title={title} flush>
      <PlainTable label={title} stacks>
        <TableHead columns={[columns.identifier, columns.issuer, columns.organizations]} />
        <tbody>
          {providers.map(({ id, sso_identifier, issuer, identity_provider_membership: links }) => (
            <tr key={id}>
              <td role="rowheader" data-wide>
                <NameLink to={paths.identityProvider(id)}>{sso_identifier}</NameLink>
              </td>
              <td data-label={columns.issuer}>{issuer}</td>
              <td data-label={columns.organizations}>{links.map(linkedOrganizationName).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Panel>
  )
}

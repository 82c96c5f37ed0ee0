import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '@/lib/paths.ts'
import { providerMembershipText as text } from '@/messages/identity-provider/identity-provider.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { DefaultTeamDialog } from './DefaultTeamDialog.tsx'
import type { IdentityProvider, Link } from './identity-provider.queries.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { linkedIds, linkedOrganizationName, linkedOrganization } from './linked-organization.ts'
import { LinksTable } from './LinksTable.tsx'
import { losesAccess, whyNotManage, type Viewer } from './provider-access.ts'
import { UnlinkDialog } from './UnlinkDialog.tsx'

export interface LinksPanelProps {
  provider: IdentityProvider
  viewer: Viewer
}

type Opened = { kind: 'link' } | { kind: 'team' | 'unlink'; link: Link }

/** The organizations whose members sign in with an identity provider, with actions on each. */
export function LinksPanel({ provider, viewer }: LinksPanelProps) {
  const [open, setOpen] = useState<Opened | null>(null)
  const close = () => setOpen(null)
  const links = provider.identity_provider_membership
  const whyNotLink = viewer.isStaff ? undefined : whyNotManage(viewer, linkedIds(links))
  const name = provider.sso_identifier
  const endsAccess = (link: Link) => losesAccess(viewer, linkedIds(links.filter(({ id }) => id !== link.id)))
  const organization = open?.kind === 'team' ? linkedOrganization(open.link) : undefined
  return (
    <Panel
      title={text.panel}
      flush
      actions={
        <Button
          size="s"
          icon={<IconLink size={15} aria-hidden="true" />}
          reason={whyNotLink}
          onClick={() => setOpen({ kind: 'link' })}
        >
          {text.link}
        </Button>
      }
    >
      {links.length === 0 ? (
        <EmptyState compact title={text.none} />
      ) : (
        <LinksTable
          links={links}
          viewer={viewer}
          onChangeTeam={(link) => setOpen({ kind: 'team', link })}
          onUnlink={(link) => setOpen({ kind: 'unlink', link })}
        />
      )}
      {open?.kind === 'link' && <LinkDialog provider={provider} viewer={viewer} onClose={close} />}
      {open?.kind === 'team' && organization && (
        <DefaultTeamDialog
          provider={name}
          link={open.link.id}
          organization={organization}
          team={open.link.grants_access_to__team?.[0]?.id ?? null}
          onClose={close}
        />
      )}
      {open?.kind === 'unlink' && (
        <UnlinkDialog
          provider={name}
          link={open.link.id}
          organization={linkedOrganizationName(open.link)}
          away={endsAccess(open.link) ? { to: paths.identityProviders(), from: provider.id } : undefined}
          onClose={close}
        />
      )}
    </Panel>
  )
}

import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { absoluteUrl } from '@/lib/base.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { identityProviderDetailsText as text } from '@/messages/identity-provider/identity-provider.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Facts, Panel } from '@/ui/layout/Panel.tsx'
import { EditProviderDialog } from './EditProviderDialog.tsx'
import { accountCountQuery, type IdentityProvider } from './identity-provider.queries.ts'
import { linkedIds } from './linked-organization.ts'
import { whyNotManage, type Viewer } from './provider-access.ts'
import { RemoveProviderDialog } from './RemoveProviderDialog.tsx'
import styles from './DetailsPanel.module.css'

export interface DetailsPanelProps {
  provider: IdentityProvider
  viewer: Viewer
}

/** The details of an identity provider, with buttons to edit and remove it. */
export function DetailsPanel({ provider, viewer }: DetailsPanelProps) {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const whyNot = whyNotManage(viewer, linkedIds(provider.identity_provider_membership))
  const accounts = useQuery({ ...accountCountQuery(provider.id), enabled: whyNot === undefined })
  const close = () => setOpen(null)
  const actions = (
    <>
      <Button
        size="s"
        icon={<IconPencil size={15} aria-hidden="true" />}
        reason={whyNot}
        onClick={() => setOpen('edit')}
      >
        {text.edit}
      </Button>
      <Button
        size="s"
        icon={<IconTrash size={15} aria-hidden="true" />}
        reason={whyNot ?? whyNotRemove(accounts)}
        onClick={() => setOpen('remove')}
      >
        {text.remove}
      </Button>
    </>
  )
  return (
    <Panel title={text.panel} actions={actions}>
      <Facts columns={2} facts={factsOf(provider, whyNot === undefined ? countText(accounts) : undefined)} />
      {open === 'edit' && <EditProviderDialog provider={provider} onClose={close} />}
      {open === 'remove' && <RemoveProviderDialog provider={provider} onClose={close} />}
    </Panel>
  )
}

type Count = Pick<ReturnType<typeof useQuery<number>>, 'data' | 'isError'>

/** An identity provider with SAML accounts cannot be removed. */
function whyNotRemove({ data: count, isError }: Count): string | undefined {
  // If they cannot be counted, the platform decides.
  if (count === undefined) return isError ? undefined : text.counting
  return count === 0 ? undefined : text.inUse(formatNumber(count), count)
}

function countText({ data: count, isError }: Count): string {
  if (count !== undefined) return formatNumber(count)
  return isError ? text.accountsFailed : text.accountsUnknown
}

function factsOf(provider: IdentityProvider, accounts: string | undefined) {
  const address = absoluteUrl(paths.samlStart(provider.sso_identifier))
  return [
    { label: text.identifier, value: <Copied what={text.identifier} text={provider.sso_identifier} /> },
    ...(accounts === undefined ? [] : [{ label: text.accounts, value: accounts }]),
    { label: text.address, wide: true, value: <Copied what={text.address} text={address} /> },
    {
      label: text.entryPoint,
      wide: true,
      value: <Copied what={text.entryPoint} text={provider.entry_point} />,
    },
    { label: text.issuer, wide: true, value: <Copied what={text.issuer} text={provider.issuer} /> },
    { label: text.certificate, wide: true, value: <Certificate pem={provider.certificate} /> },
  ]
}

function Copied({ what, text: value }: { what: string; text: string }) {
  return (
    <span className={styles.copied}>
      <span className="mono">{value}</span>
      <CopyButton text={value} what={what} />
    </span>
  )
}

function Certificate({ pem }: { pem: string }) {
  return (
    <div className={styles.certificate}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <pre role="region" tabIndex={0} aria-label={text.certificate}>
        {pem}
      </pre>
      <CopyButton text={pem} what={text.certificate} />
    </div>
  )
}

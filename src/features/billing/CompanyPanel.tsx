import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { BillingAccount } from '@/api/model.ts'
import { regionName } from '@/lib/format.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Facts } from '@/ui/layout/Panel.tsx'
import { CompanyDialog } from './CompanyDialog.tsx'
import { QueryPanel } from './QueryPanel.tsx'
import { entryOfTaxId } from './tax-id.ts'

export interface CompanyPanelProps {
  organization: number
  account: UseQueryResult<BillingAccount | null>
}

/** The company data printed on invoices. */
export function CompanyPanel({ organization, account }: CompanyPanelProps) {
  const [editing, setEditing] = useState(false)
  return (
    <>
      <QueryPanel
        title={text.company}
        query={account}
        failed={text.failedAccount}
        lines={4}
        folded="small"
        actions={
          account.data && (
            <Button size="s" aria-haspopup="dialog" onClick={() => setEditing(true)}>
              {text.edit}
            </Button>
          )
        }
      >
        {(data) =>
          data === null ? (
            <EmptyState compact title={text.noCompany} detail={text.noCompanyDetail} />
          ) : (
            <Company account={data} />
          )
        }
      </QueryPanel>
      {editing && account.data && (
        <CompanyDialog organization={organization} account={account.data} onClose={() => setEditing(false)} />
      )}
    </>
  )
}

function Company({ account }: { account: BillingAccount }) {
  const { address1, address2, city, state, zip, country, phone } = account.address
  const addressText = [
    address1,
    address2,
    [zip, city].filter(Boolean).join(' '),
    state,
    regionName(country ?? ''),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
  const entry = entryOfTaxId(account.tax_id)
  return (
    <Facts
      columns={2}
      facts={[
        { label: text.companyName, value: account.company_name || '–' },
        { label: text.email, value: account.email },
        { label: text.address, value: addressText || '–', wide: true },
        { label: text.addressFields.phone, value: phone || '–' },
        {
          label: text.taxId,
          value:
            account.tax_id === null ? text.noTaxId : <span title={entry?.label}>{account.tax_id.value}</span>,
        },
      ]}
    />
  )
}

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { BillingAccount } from '@/api/model.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { SMALL_SCREEN, useMedia } from '@/ui/use-media.ts'
import { invoicesQuery } from './billing.queries.ts'
import { InvoicesTable } from './InvoicesTable.tsx'
import { afterQuery, QueryPanel } from './QueryPanel.tsx'
import styles from './BillingPage.module.css'

/** Number of invoices in the panel, on small screens and on others; a dialog lists the others. */
const SHOWN = { small: 3, large: 6 }

export interface InvoicesPanelProps {
  organization: number
  account: UseQueryResult<BillingAccount | null>
}

/** The invoices of an organization, newest first. */
export function InvoicesPanel({ organization, account }: InvoicesPanelProps) {
  const invoices = useQuery(invoicesQuery(organization, account.data))
  const [all, setAll] = useState(false)
  const count = invoices.data?.length ?? 0
  const most = useMedia(SMALL_SCREEN) ? SHOWN.small : SHOWN.large
  return (
    <>
      <QueryPanel
        title={text.invoices}
        query={afterQuery(account, invoices)}
        failed={text.failedInvoices}
        lines={6}
        flush
        footer={
          invoices.data?.some(({ state }) => state === 'draft') && (
            <p className={styles.quiet}>{text.draftNote}</p>
          )
        }
        actions={
          count > most && (
            <Button size="s" aria-haspopup="dialog" onClick={() => setAll(true)}>
              {text.viewAll(count)}
            </Button>
          )
        }
      >
        {(data) =>
          data.length === 0 ? (
            <EmptyState compact title={text.noInvoices} detail={text.noInvoicesDetail} />
          ) : (
            <InvoicesTable organization={organization} invoices={data.slice(0, most)} label={text.invoices} />
          )
        }
      </QueryPanel>
      <Dialog opened={all} onClose={() => setAll(false)} title={text.allInvoices} size="l">
        <InvoicesTable organization={organization} invoices={invoices.data ?? []} label={text.allInvoices} />
      </Dialog>
    </>
  )
}

import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import type { Invoice } from '@/api/model.ts'
import { billing } from '@/domain/billing/billed-plan.queries.ts'
import { formatCents, toAmount } from '@/lib/money.ts'
import { saveBlob } from '@/lib/save-file.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { labelled } from '@/messages/common/compose.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { IconButton } from '@/ui/form/Button.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import {
  invoiceDate,
  invoiceHint,
  invoiceMark,
  invoiceMonth,
  invoiceTone,
  whyNotDownload,
} from './invoice-state.ts'

export interface InvoicesTableProps {
  organization: number
  invoices: readonly Invoice[]
  label: string
}

/** Invoices with their states and download buttons. */
export function InvoicesTable({ organization, invoices, label }: InvoicesTableProps) {
  const { invoiceColumns: columns } = text
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <>
      {failure !== null && (
        <Banner tone="bad" urgent onDismiss={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      <PlainTable label={label} stacks>
        <TableHead
          columns={[
            columns.number,
            columns.month,
            columns.date,
            columns.state,
            { end: columns.total },
            { end: columns.download },
          ]}
        />
        <tbody>
          {invoices.map((invoice) => (
            <InvoiceRow
              key={invoice.uuid}
              organization={organization}
              invoice={invoice}
              onFailure={setFailure}
            />
          ))}
        </tbody>
      </PlainTable>
    </>
  )
}

interface InvoiceRowProps {
  organization: number
  invoice: Invoice
  onFailure: (why: string | null) => void
}

function InvoiceRow({ organization, invoice, onFailure }: InvoiceRowProps) {
  const { invoice_number: number, created_at, state, total_in_cents } = invoice
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    onFailure(null)
    try {
      saveBlob(text.invoiceFile(number), await billing().downloadInvoice(organization, number))
    } catch (error) {
      onFailure(labelled(text.downloadFailed, errorMessage(error)))
    } finally {
      setBusy(false)
    }
  }
  const hint = invoiceHint(invoice)
  return (
    <tr>
      <th scope="row">{number}</th>
      <td>{invoiceMonth(created_at)}</td>
      <td>
        <time dateTime={created_at}>{invoiceDate(created_at)}</time>
      </td>
      <td>
        <StatusBadge tone={invoiceTone[invoiceMark(state)]} {...(hint === undefined ? {} : { title: hint })}>
          {text.invoiceStates[state]}
        </StatusBadge>
      </td>
      <td data-align="end">{formatCents(toAmount(total_in_cents))}</td>
      <td data-align="end">
        <IconButton
          size="s"
          label={text.download(number)}
          icon={<IconDownload size={16} aria-hidden="true" />}
          reason={whyNotDownload(invoice)}
          busy={busy}
          onClick={() => void download()}
        />
      </td>
    </tr>
  )
}

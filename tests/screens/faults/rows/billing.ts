import { panel } from '../../billing/billing-screens.ts'
import { below } from '../../organizations/organization-screens.ts'
import { dialog, press, type Row } from '../row.ts'

/** What an organization pays, and with what. */
export const billing: readonly Row[] = [
  {
    write: 'billing.changeAccount',
    method: 'PATCH',
    at: below('/billing'),
    open: dialog(
      async () => press('Edit', await panel('Company info')),
      'Edit company info',
      (nth) => ({
        'Email for invoices': `bills${nth}@acme-logistics.example`,
      }),
    ),
    submit: 'Save',
    isTyped: true,
  },
]

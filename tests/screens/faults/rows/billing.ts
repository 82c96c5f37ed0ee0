import { screen, waitFor, within } from '@testing-library/react'
import { panel } from '../../billing/billing-screens.ts'
import { below } from '../../organizations/organization-screens.ts'
import { reasonOf } from '../../variables/variable-screens.ts'
import { countOf, dialog, fill, press, type Fields, type Row } from '../row.ts'

/** Clicks a button in a panel, once its content is loaded. */
const inPanel = (name: string, button: string | RegExp) => async () => press(button, await panel(name))

const notifications = (fields: (nth: number) => Fields) => async (nth: number | null) => {
  await panel('Credit notifications')
  const region = screen.getByRole('region', { name: 'Credit notifications' })
  await waitFor(() => {
    if (reasonOf(within(region).getByRole('switch')) !== undefined) throw new Error('Not free yet')
  })
  if (nth !== null) await fill(region, fields(nth))
  return region
}

const THRESHOLD = 'Notify when fewer credits are left than'

const isToasted = (words: RegExp) => () => screen.queryByText(words) !== null

const paymentForm = dialog(inPanel('Payment method', 'Replace'), 'Payment method', () => ({
  'American Express*': true,
}))

/** The billing of an organization. */
export const billing: readonly Row[] = [
  {
    write: 'billing.changeAccount',
    method: 'PATCH',
    at: below('/billing'),
    open: dialog(inPanel('Company info', 'Edit'), 'Edit company info', (nth) => ({
      'Email for invoices': `bills${nth}@acme-logistics.example`,
    })),
    submit: 'Save',
    isTyped: true,
  },
  {
    write: 'billing.changePlan',
    method: 'PATCH',
    path: '*/plan',
    at: below('/billing'),
    open: dialog(inPanel('Available plans', 'Downgrade: Pilot'), 'Change plan to Pilot', () => ({
      'Why are you downgrading*': 'too dear',
    })),
    submit: 'Pay now',
  },
  {
    write: 'billing.createSetupIntent',
    method: 'POST',
    path: '*/setup-intent',
    at: below('/billing'),
    open: paymentForm,
    submit: 'Save payment method',
  },
  {
    write: 'billing.changeInfo',
    method: 'PATCH',
    path: '*/info',
    at: below('/billing'),
    // Sent automatically; the first attempt gets the fault.
    open: async (nth, world) => {
      const body = { route: 'PATCH *', kind: 'status', status: 500, times: 1 }
      await world.request('/__flotilla/faults', { method: 'POST', body })
      await press('Save payment method', within(await paymentForm(nth)))
      return screen.findByRole('dialog', { name: 'The payment method could not be saved' })
    },
    submit: 'Retry',
    isDone: isToasted(/^Billing info updated$/),
  },
  {
    write: 'billing.removeInfo',
    method: 'DELETE',
    path: '*/info',
    at: below('/billing'),
    open: dialog(inPanel('Payment method', 'Remove'), 'Remove the payment method?'),
    submit: 'Remove',
  },
  {
    write: 'POST credit_bundle',
    at: below('/credits'),
    open: async () => {
      const opened = await dialog(inPanel('Credits summary', 'Add credits'), 'Add credits', () => ({
        Credits: '7',
      }))(1)
      await press('Next', within(opened))
      return opened
    },
    submit: 'Pay now',
    isDone: (form) => within(form).queryByRole('button', { name: 'Purchase more credits' }) !== null,
    count: countOf('credit_bundle'),
  },
  {
    write: 'POST organization_credit_notification',
    at: async (world) => {
      const where = `organization eq ${(await below('')(world)).split('/').at(-1)}`
      await world.request(`/v7/organization_credit_notification?$filter=${where}`, {
        as: 'ada',
        method: 'DELETE',
      })
      return below('/credits')(world)
    },
    open: notifications(() => ({ [THRESHOLD]: '99' })),
    submit: /^Notify/,
    isDone: isToasted(/^Notification/),
    count: countOf('organization_credit_notification'),
  },
  {
    write: 'PATCH organization_credit_notification',
    at: below('/credits'),
    open: notifications((nth) => ({ [THRESHOLD]: `30${nth}` })),
    submit: 'Apply',
    isDone: isToasted(/^Notification/),
  },
  {
    write: 'DELETE organization_credit_notification',
    at: below('/credits'),
    open: notifications(() => ({})),
    submit: /^Notify/,
    isDone: isToasted(/^Notification/),
    count: countOf('organization_credit_notification'),
    by: -1,
  },
]

/** A postal address on an invoice; unknown fields are empty. */
export interface Address {
  address1: string
  address2: string
  city: string
  state: string
  zip: string
  country: string
  phone: string
}

/** A tax number of the company. */
export interface TaxId {
  type: string
  value: string
  country?: string
}

export const NO_ADDRESS: Address = {
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  phone: '',
}

export interface Holder {
  firstName: string
  lastName: string
  company: string
  address: Address
}

/** The result of charging a payment method. */
export type ChargeOutcome = 'paid' | 'clears-later' | { declined: string }

export type PaymentMethod = Holder & { onCharge: ChargeOutcome } & (
    | {
        type: 'credit_card'
        cardType: string
        firstOne: string
        lastFour: string
        month: string
        year: string
      }
    | {
        type: 'us_bank_account' | 'sepa_debit'
        accountType: string
        lastFour: string
        routingNumber: string
      }
  )

export interface InvoiceLine {
  text: string
  cents: number
}

export interface Invoice {
  uuid: string
  number: string
  /** All times are simulated milliseconds. */
  createdAt: number
  dueOn: number
  closedAt: number | null
  lines: InvoiceLine[]
  /** `uncollectible` and `void` are written off; `open` is to be paid, automatically when `clearsAt` is set. */
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  clearsAt: number | null
}

export interface Period {
  start: number
  end: number
}

/** Billing data of an organization that has paid, or has a payment method. */
export interface BillingAccount {
  email: string
  companyName: string
  address: Address
  taxId: TaxId | null
  method: PaymentMethod | null
  invoices: Invoice[]
  /** The current paid period; null on the free plan. */
  period: Period | null
  /** With an annual plan, usage beyond it is billed monthly. */
  addonPeriod: Period | null
  /** The day of the last reminder for an unpaid invoice; null when nothing is due. */
  reminders?: { since: number; sent: number } | null
  /** The observed peak of each usage item in the current period. */
  peaks: Record<string, number>
}

export interface SetupIntent {
  organization: number
  used: boolean
}

export interface Attachment {
  organization: number
  user: number
  filename: string
  size: number
}

export interface SupportTicket {
  id: number
  organization: number
  user: number
  subject: string
  body: string
  createdAt: number
  uploads: string[]
  emailCcs: string[]
  fields: Record<number, unknown>
}

/** Billing and support data that is not in the data model. */
export interface Ledger {
  accounts: Map<number, BillingAccount>
  setupIntents: Map<string, SetupIntent>
  attachments: Map<string, Attachment>
  tickets: SupportTicket[]
  nextInvoice: number
}

export const createLedger = (): Ledger => ({
  accounts: new Map(),
  setupIntents: new Map(),
  attachments: new Map(),
  tickets: [],
  nextInvoice: 1001,
})

import type { BillingAccount } from '@/api/model.ts'
import { isEmail } from '@/lib/email.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { entryOfTaxId, taxIdToSend, whyNotTaxId } from './tax-id.ts'

/** Address fields in form order. */
export const addressFields = ['address1', 'address2', 'zip', 'city', 'state', 'country', 'phone'] as const

/** The typed data of the billed company. */
export interface CompanyForm {
  email: string
  company: string
  address: Record<(typeof addressFields)[number], string>
  /** The key of a kind of tax number; empty for none. */
  taxKey: string
  taxValue: string
}

/** The form for a stored account. */
export const companyForm = (account: BillingAccount): CompanyForm => ({
  email: account.email,
  company: account.company_name,
  address: {
    address1: account.address.address1 ?? '',
    address2: account.address.address2 ?? '',
    city: account.address.city ?? '',
    state: account.address.state ?? '',
    zip: account.address.zip ?? '',
    country: account.address.country ?? '',
    phone: account.address.phone ?? '',
  },
  taxKey: entryOfTaxId(account.tax_id)?.key ?? '',
  taxValue: account.tax_id?.value ?? '',
})

/** The validation errors by field, and why the form cannot be saved. */
export function companyProblems({ email, taxKey, taxValue }: CompanyForm) {
  const isMissing = email.trim() === ''
  const problems = {
    email: isMissing || isEmail(email.trim()) ? undefined : text.emailInvalid,
    taxId: whyNotTaxId(taxKey, taxValue),
  }
  const isWrong = Object.values(problems).some((problem) => problem !== undefined)
  return { ...problems, reason: isMissing ? text.fillRequired : isWrong ? text.correctFields : undefined }
}

/** The request body of the change. */
export function changedAccount({ email, company, address, taxKey, taxValue }: CompanyForm) {
  return {
    email: email.trim(),
    company_name: company.trim(),
    address,
    tax_id: taxIdToSend(taxKey, taxValue),
  }
}

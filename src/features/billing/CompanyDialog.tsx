import { useState } from 'react'
import { billingCalls } from '@/api/billing.ts'
import type { BillingAccount } from '@/api/model.ts'
import { billing } from '@/domain/billing/billed-plan.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { commonText } from '@/messages/common/common.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { useBillingRefresh } from './billing.queries.ts'
import {
  addressFields,
  changedAccount,
  companyForm,
  companyProblems,
  type CompanyForm,
} from './company-form.ts'
import { countryOptions } from './countries.ts'
import { taxIdEntries, taxIdEntry } from './tax-id.ts'
import styles from './BillingPage.module.css'

export interface CompanyDialogProps {
  organization: number
  account: BillingAccount
  onClose: () => void
}

/** Edits the billed company; validated during typing. */
export function CompanyDialog({ organization, account, onClose }: CompanyDialogProps) {
  const refreshBilling = useBillingRefresh()
  const [form, setForm] = useState(() => companyForm(account))
  const change = (changes: Partial<CompanyForm>) => setForm({ ...form, ...changes })
  const [countries] = useState(() => [
    { value: '', label: text.noCountry },
    ...countryOptions(account.address.country ?? ''),
  ])
  const problems = companyProblems(form)
  const call = billingCalls.changeAccount(organization, changedAccount(form))
  const submit = async () => {
    await billing().send(call)
    showToast({ tone: 'ok', title: text.companySaved })
    onClose()
    await refreshBilling()
  }
  return (
    <FormDialog
      title={text.editCompany}
      confirmLabel={commonText.save}
      size="m"
      onClose={onClose}
      reason={problems.reason}
      commands={platformCommands(null, call)}
      onSubmit={submit}
    >
      <TextField
        label={text.email}
        type="email"
        required
        value={form.email}
        error={problems.email}
        onChange={({ target }) => change({ email: target.value })}
      />
      <TextField
        label={text.companyName}
        value={form.company}
        autoComplete="organization"
        onChange={({ target }) => change({ company: target.value })}
      />
      <div className={styles.fields}>
        {addressFields.map((field) => {
          const label = text.addressFields[field]
          const value = form.address[field]
          const write = (value: string) => change({ address: { ...form.address, [field]: value } })
          return field === 'country' ? (
            <SelectField key={field} label={label} value={value} options={countries} onChange={write} />
          ) : (
            <TextField
              key={field}
              label={label}
              value={value}
              onChange={({ target }) => write(target.value)}
            />
          )
        })}
      </div>
      <SelectField
        label={text.taxIdType}
        value={form.taxKey}
        options={[
          { value: '', label: text.noTaxId },
          ...taxIdEntries.map(({ key, label }) => ({ value: key, label })),
        ]}
        onChange={(taxKey) => change({ taxKey })}
      />
      {form.taxKey !== '' && (
        <TextField
          label={text.taxIdValue}
          value={form.taxValue}
          description={taxIdEntry(form.taxKey)?.description}
          error={problems.taxId}
          onChange={({ target }) => change({ taxValue: target.value })}
        />
      )}
    </FormDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { account as accountCalls } from '@/api/account.ts'
import { errorMessage } from '@/api/error-message.ts'
import { accountTypes, type AccountType } from '@/domain/account/account-types.ts'
import type { Account } from '@/domain/account/account.queries.ts'
import { fieldText } from '@/messages/common/common.ts'
import { labelled } from '@/messages/common/compose.ts'
import { profilePageText as text } from '@/messages/preferences/preferences-profile.ts'
import { profileText } from '@/messages/sign-in/sign-up.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import styles from './Profile.module.css'

interface ProfileValues {
  first_name: string
  last_name: string
  company: string
  account_type: AccountType | ''
  /** The inverse of the platform's `has_disabled_newsletter` (docs/decisions/product-rules.md, 16). */
  newsletter: boolean
}

const valuesOf = ({ profile }: Account): ProfileValues => ({
  first_name: profile?.first_name ?? '',
  last_name: profile?.last_name ?? '',
  company: profile?.company ?? '',
  account_type: accountTypes.find((type) => type === profile?.account_type) ?? '',
  newsletter: profile?.has_disabled_newsletter === false,
})

const required = (label: string) => ({
  validate: (value: string) => value.trim() !== '' || fieldText.required(label),
})

/** The profile fields, all of which are required. */
export function ProfileForm({ account }: { account: Account }) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const form = useForm<ProfileValues>({ values: valuesOf(account) })
  const { errors, isSubmitting, isDirty } = form.formState
  const save = form.handleSubmit(async ({ account_type: type, newsletter, ...names }) => {
    if (type === '') return
    setProblem(undefined)
    try {
      await accountCalls.saveProfile({
        first_name: names.first_name.trim(),
        last_name: names.last_name.trim(),
        company: names.company.trim(),
        account_type: type,
        has_disabled_newsletter: !newsletter,
      })
      await Promise.all(
        ['account', 'user_profile'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      )
      showToast({ tone: 'ok', title: text.saved })
    } catch (error) {
      setProblem(labelled(profileText.failed, errorMessage(error)))
    }
  })
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <TextField
        required
        label={profileText.firstName}
        autoComplete="given-name"
        error={errors.first_name?.message}
        {...form.register('first_name', required(profileText.firstName))}
      />
      <TextField
        required
        label={profileText.lastName}
        autoComplete="family-name"
        error={errors.last_name?.message}
        {...form.register('last_name', required(profileText.lastName))}
      />
      <TextField
        required
        label={profileText.company}
        autoComplete="organization"
        error={errors.company?.message}
        {...form.register('company', required(profileText.company))}
      />
      <Controller
        control={form.control}
        name="account_type"
        rules={{ validate: (value) => value !== '' || text.accountTypeMissing }}
        render={({ field, fieldState }) => (
          <fieldset className={styles.choice}>
            <legend className={styles.legend}>{profileText.accountType}</legend>
            <SegmentedControl<AccountType | ''>
              label={profileText.accountType}
              value={field.value}
              options={accountTypes.map((value) => ({ value, label: profileText.accountTypes[value] }))}
              onChange={field.onChange}
            />
            {fieldState.error && (
              <p role="alert" className={styles.error}>
                {fieldState.error.message}
              </p>
            )}
          </fieldset>
        )}
      />
      <Controller
        control={form.control}
        name="newsletter"
        render={({ field }) => (
          <Checkbox label={text.newsletter} checked={field.value} onChange={field.onChange} />
        )}
      />
      {problem && <ErrorBanner>{problem}</ErrorBanner>}
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={isSubmitting}
          reason={isDirty ? undefined : text.unchanged}
        >
          {text.save}
        </Button>
      </div>
    </form>
  )
}

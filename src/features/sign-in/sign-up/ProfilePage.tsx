import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate, type LoaderFunctionArgs } from 'react-router'
import { account } from '@/api/account.ts'
import { accountTypes, type AccountType } from '@/domain/account/account-types.ts'
import { entryProblem } from '@/features/sign-in/entry-problem.ts'
import { EntryForm, EntryNote } from '@/features/sign-in/EntryForm.tsx'
import { nextStep } from '@/features/sign-in/next-step.ts'
import { ownProfileQuery } from '@/features/sign-in/verify-email/verification.queries.ts'
import { asSentence } from '@/lib/format.ts'
import { fieldText } from '@/messages/common/common.ts'
import { sentences } from '@/messages/common/compose.ts'
import { profileText as text } from '@/messages/sign-in/sign-up.ts'
import { TextField } from '@/ui/form/TextField.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { AccountTypeField } from './AccountTypeField.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await cacheOf(args).ensureQueryData(ownProfileQuery())
  return null
}

/** Asks for the user's profile, whose fields are all required, then continues to the return address. */
export function Component() {
  const { data: profile } = useSuspenseQuery(ownProfileQuery())
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const known = accountTypes.find((type) => type === profile?.account_type)
  const form = useForm<ProfileValues>({
    defaultValues: {
      first_name: profile?.first_name ?? '',
      last_name: profile?.last_name ?? '',
      company: profile?.company ?? '',
      account_type: known ?? '',
    },
  })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async ({ account_type: type, ...names }) => {
    if (type === '') return
    setProblem(undefined)
    try {
      await account.saveProfile({
        first_name: names.first_name.trim(),
        last_name: names.last_name.trim(),
        company: names.company.trim(),
        account_type: type,
        has_disabled_newsletter: profile?.has_disabled_newsletter ?? true,
      })
    } catch (error) {
      setProblem(sentences(asSentence(text.failed), entryProblem(error, Date.now())))
      form.setFocus('first_name')
      return
    }
    void queries.invalidateQueries()
    await navigate(nextStep(), { replace: true })
  })
  const required = (label: string) => ({
    validate: (value: string) => isFilled(value) || fieldText.required(label),
  })
  return (
    <>
      <PageTitle title={text.title} />
      <EntryNote>{text.intro}</EntryNote>
      <EntryForm
        onSubmit={(event) => void save(event)}
        problem={problem}
        busy={isSubmitting}
        submitLabel={text.submit}
        busyLabel={text.submitting}
      >
        <TextField
          required
          label={text.firstName}
          autoComplete="given-name"
          error={errors.first_name?.message}
          {...form.register('first_name', required(text.firstName))}
        />
        <TextField
          required
          label={text.lastName}
          autoComplete="family-name"
          error={errors.last_name?.message}
          {...form.register('last_name', required(text.lastName))}
        />
        <TextField
          required
          label={text.company}
          autoComplete="organization"
          error={errors.company?.message}
          {...form.register('company', required(text.company))}
        />
        <Controller
          control={form.control}
          name="account_type"
          rules={required(text.accountType)}
          render={({ field, fieldState }) => (
            <AccountTypeField
              value={field.value}
              error={fieldState.error?.message}
              onChange={field.onChange}
              firstRef={field.ref}
            />
          )}
        />
      </EntryForm>
    </>
  )
}

interface ProfileValues {
  first_name: string
  last_name: string
  company: string
  account_type: AccountType | ''
}

const isFilled = (value: string) => value.trim() !== ''

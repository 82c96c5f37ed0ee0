import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '@/lib/paths.ts'
import { fieldText } from '@/messages/common.ts'
import { signInText } from '@/messages/sign-in.ts'
import { samlText as text } from '@/messages/single-sign-on.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { EntryForm, EntryLinks, EntryNote } from '../EntryForm.tsx'
import { samlProblemIn, samlProblemText } from './saml-problem.ts'

/** Asks for the identifier of an identity provider, and says why the last attempt failed. */
export function Component() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const identifier = search.get('identifier') ?? ''
  const problem = samlProblemIn(search.get('error'))
  const form = useForm({ defaultValues: { identifier } })
  const { errors, isSubmitting } = form.formState
  const go = form.handleSubmit(async (values) => navigate(paths.samlStart(values.identifier.trim())))
  return (
    <>
      <PageTitle title={text.title} />
      <EntryNote>{text.intro}</EntryNote>
      {problem && (
        <Banner tone="bad" urgent>
          {samlProblemText(problem, identifier)}
        </Banner>
      )}
      <EntryForm
        onSubmit={(event) => void go(event)}
        busy={isSubmitting}
        submitLabel={text.submit}
        busyLabel={text.submitting}
      >
        <TextField
          label={text.identifier}
          description={text.identifierHint}
          autoComplete="organization"
          autoCapitalize="off"
          spellCheck={false}
          error={errors.identifier?.message}
          {...form.register('identifier', {
            validate: (value) => value.trim() !== '' || fieldText.required(text.identifier),
          })}
        />
      </EntryForm>
      <EntryLinks>
        <Link to={paths.login()}>{signInText.backToSignIn}</Link>
      </EntryLinks>
    </>
  )
}

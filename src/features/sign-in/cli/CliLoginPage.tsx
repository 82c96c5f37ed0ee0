import { useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { EntryActions, EntryNote } from '@/features/sign-in/EntryForm.tsx'
import { browserNavigation } from '@/lib/external-navigation.ts'
import { paths } from '@/lib/paths.ts'
import { cliText as text } from '@/messages/sign-in/authorize.ts'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { Facts } from '@/ui/layout/Panel.tsx'
import { cliTarget } from './cli-target.ts'

/** Only a tool on this machine may ask. Any other address redirects to the start page. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const target = cliTarget(params['*'] ?? '', new URL(request.url).search)
  if (target === null) throw redirect(paths.home())
  const { username } = await api().session.whoAmI(request.signal)
  return { target, username }
}

/** Asks whether the CLI may act as the user; no token is sent before they agree. */
export function Component() {
  const { target, username } = useLoaderData<typeof loader>()
  const [sent, setSent] = useState(false)
  const authorize = () => {
    const token = api().token.get()
    if (token === null) return
    setSent(true)
    browserNavigation.post(target, { token })
  }
  return (
    <>
      <PageTitle title={text.title} />
      <p>{text.question(username)}</p>
      <Facts columns={1} facts={[{ label: text.target, value: <code>{target}</code> }]} />
      <EntryNote>{text.warning}</EntryNote>
      <EntryActions>
        <Button variant="primary" busy={sent} onClick={authorize}>
          {sent ? text.sending : text.authorize}
        </Button>
        <ButtonLink to={paths.home()}>{text.cancel}</ButtonLink>
      </EntryActions>
    </>
  )
}

import { useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { browserNavigation } from '@/lib/external-navigation.ts'
import { paths } from '@/lib/paths.ts'
import { cliText as text } from '@/messages/authorize.ts'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { Facts } from '@/ui/layout/Panel.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { EntryActions, EntryNote } from '../EntryForm.tsx'
import { cliTarget } from './cli-target.ts'

/** Only a tool on this very machine may ask; for any other address there is nothing here. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const target = cliTarget(params['*'] ?? '', new URL(request.url).search)
  if (target === null) throw redirect(paths.home())
  const { username } = await api().session.whoAmI(request.signal)
  return { target, username }
}

/** Asks whether the command-line tool may act as the person; nothing is sent before they say so. */
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

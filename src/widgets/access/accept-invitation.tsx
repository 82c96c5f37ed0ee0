import { useQueryClient } from '@tanstack/react-query'
import { redirect, useLoaderData, useLocation, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { isApiError, type ApiErrorKind } from '@/api/errors.ts'
import { readInvitation } from '@/domain/access/invitation-token.ts'
import { paths } from '@/lib/paths.ts'
import { invitationText as text } from '@/messages/access/invitations.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { signOut } from '@/widgets/account/sign-out.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { LoadError } from '@/widgets/query-states/LoadError.tsx'
import styles from './accept-invitation.module.css'

export interface InvitationKind {
  /** Accepts the invitation. */
  accept: (token: string) => Promise<void>
  /** The list that contains the fleet or organization. */
  leadsTo: string
  /** The success message; `name` is that of the fleet or organization. */
  accepted: (name: string) => string
}

/** The signed-in user is not the invited one. */
export interface SomebodyElse {
  /** Name of the fleet or organization. */
  name: string
  username: string
  leadsTo: string
}

/**
 * Accepts an invitation and redirects. Invalid or used invitations are reported, and so are existing memberships; if
 * another user was invited, the page says so. After any other failure the URL is kept, so that the link can be tried
 * again.
 */
export const invitationLoader =
  ({ accept, leadsTo, accepted }: InvitationKind) =>
  async (args: LoaderFunctionArgs): Promise<SomebodyElse> => {
    const token = args.params.token ?? ''
    const invited = readInvitation(token)
    const outcome = invited === null ? 'invalid' : await outcomeOf(accept(token))
    if (invited === null || outcome === 'invalid') {
      showToast({ tone: 'bad', key: 'invitation', title: text.invalid, detail: text.invalidDetail })
      throw redirect(leadsTo)
    }
    const { name } = invited
    if (outcome === 'other') {
      const { username } = await api().session.whoAmI(args.request.signal)
      return { name, username, leadsTo }
    }
    if (outcome === 'member') {
      const title = text.alreadyMember(name)
      showToast({ tone: 'info', key: 'invitation', title, detail: text.alreadyMemberDetail })
      throw redirect(leadsTo)
    }
    // Everything the user can see may have changed.
    void cacheOf(args).invalidateQueries()
    showToast({ tone: 'ok', key: 'invitation', title: accepted(name) })
    throw redirect(leadsTo)
  }

type Outcome = 'accepted' | 'invalid' | 'other' | 'member'

const refusals: Partial<Record<ApiErrorKind, Outcome>> = {
  // No invitation, or it was used or revoked.
  invalid: 'invalid',
  'not-found': 'invalid',
  // The session is valid; otherwise the request would have ended it.
  unauthorized: 'other',
  forbidden: 'other',
  conflict: 'member',
}

/** The result of the request. Throws errors that are not about the invitation. */
async function outcomeOf(accepting: Promise<void>): Promise<Outcome> {
  try {
    await accepting
    return 'accepted'
  } catch (error) {
    const outcome = isApiError(error) ? refusals[error.kind] : undefined
    if (outcome === undefined) throw error
    return outcome
  }
}

/** The invitation is for another user, who can sign in and continue. */
export function InvitationOfAnother() {
  const { name, username, leadsTo } = useLoaderData<SomebodyElse>()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  return (
    <PageFrame crumbs={[{ label: text.title }]} title={text.otherTitle}>
      <p>{text.other(name, username)}</p>
      <p>{text.otherHint}</p>
      <div className={styles.actions}>
        <Button
          variant="primary"
          onClick={() => signOut({ navigate }, queries, paths.login({ redirect: pathname }))}
        >
          {text.signOut}
        </Button>
        <ButtonLink to={leadsTo}>{text.stay(username)}</ButtonLink>
      </div>
    </PageFrame>
  )
}

/** A failed request, with a retry. */
export function InvitationError() {
  return (
    <PageFrame crumbs={[{ label: text.title }]} title={text.title}>
      <LoadError title={text.failed} />
    </PageFrame>
  )
}

import { redirect, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { isApiError, type ApiErrorKind } from '@/api/errors.ts'
import { invitationText as text } from '@/messages/invitations.ts'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { showToast } from '@/ui/toasts.ts'
import { readInvitation } from './invitation-token.ts'
import { LoadError } from './LoadError.tsx'
import { cacheOf } from './route-cache.ts'

export interface InvitationKind {
  /** The call that accepts it. */
  call: (token: string) => string
  /** The list where one finds what one was invited to. */
  leadsTo: string
  /** What is said then; `name` is that of the fleet or organization. */
  accepted: (name: string) => string
}

/**
 * Takes up an invitation and leads on (spec 1 §2). What is no invitation, or none any more, is said there; any other
 * failure keeps the address, so that the same link can be tried again.
 */
export const invitationLoader =
  ({ call, leadsTo, accepted }: InvitationKind) =>
  async (args: LoaderFunctionArgs): Promise<never> => {
    const token = args.params.token ?? ''
    const invited = readInvitation(token)
    if (invited === null || !(await accept(call(encodeURIComponent(token))))) {
      showToast({ tone: 'bad', key: 'invitation', title: text.invalid, detail: text.invalidDetail })
      throw redirect(leadsTo)
    }
    // What the person may see has changed as a whole.
    void cacheOf(args).invalidateQueries()
    showToast({ tone: 'ok', key: 'invitation', title: accepted(invited.name) })
    throw redirect(leadsTo)
  }

/** No invitation, not for this person, used or withdrawn. */
const refusals: ReadonlySet<ApiErrorKind> = new Set(['invalid', 'unauthorized', 'not-found'])

/** Whether the platform took it; not when it is invalid or used (wire-calls 2 "accept"). Throws on anything else. */
async function accept(path: string): Promise<boolean> {
  try {
    await api().http.request(path, { method: 'POST' })
    return true
  } catch (error) {
    if (isApiError(error) && refusals.has(error.kind)) return false
    throw error
  }
}

/** What could not be asked, and Retry. */
export function InvitationError() {
  return (
    <PageFrame crumbs={[{ label: text.title }]} title={text.title}>
      <LoadError title={text.failed} />
    </PageFrame>
  )
}

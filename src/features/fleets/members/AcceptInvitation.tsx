import { redirect, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { isApiError, type ApiErrorKind } from '@/api/errors.ts'
import { readInvitation } from '@/domain/invitation-token.ts'
import { LoadError } from '@/domain/LoadError.tsx'
import { cacheOf } from '@/domain/route-cache.ts'
import { paths } from '@/lib/paths.ts'
import { invitationText as text } from '@/messages/fleet-members.ts'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { showToast } from '@/ui/toasts.ts'

/**
 * Takes up an invitation to a fleet and leads to the fleets (spec 2 §2). What is no invitation, or none any more, is said
 * there; any other failure keeps the address, so that the same link can be tried again.
 */
export async function loader(args: LoaderFunctionArgs) {
  const token = args.params.token ?? ''
  const invited = readInvitation(token)
  if (invited === null || !(await accept(token))) {
    showToast({ tone: 'bad', key: 'invitation', title: text.invalid, detail: text.invalidDetail })
    throw redirect(paths.fleets())
  }
  // What the person may see has changed as a whole.
  void cacheOf(args).invalidateQueries()
  showToast({ tone: 'ok', key: 'invitation', title: text.accepted(invited.name) })
  throw redirect(paths.fleets())
}

/** No invitation, not for this person, used or withdrawn. */
const refusals: ReadonlySet<ApiErrorKind> = new Set(['invalid', 'unauthorized', 'not-found'])

/** Whether the platform took it; not when it is invalid or used (wire-calls 2 "accept"). Throws on anything else. */
async function accept(token: string): Promise<boolean> {
  try {
    await api().http.request(`/user/v1/invitation/${encodeURIComponent(token)}`, { method: 'POST' })
    return true
  } catch (error) {
    if (isApiError(error) && refusals.has(error.kind)) return false
    throw error
  }
}

/** The loader always leads on. */
export const Component = () => null

export function ErrorBoundary() {
  return (
    <PageFrame crumbs={[{ label: text.title }]} title={text.title}>
      <LoadError title={text.failed} />
    </PageFrame>
  )
}

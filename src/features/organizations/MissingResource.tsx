import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { organizationText } from '@/messages/organizations/organizations.ts'
import { showToast } from '@/ui/feedback/toasts.ts'

/** Replaces a page that does not exist or is not visible: reports that and goes back to the previous page. */
export function MissingResource({ fallback }: { fallback: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    showToast({ tone: 'bad', key: 'resource-not-found', title: organizationText.notFound })
    // A page opened by its address has no previous page.
    if (hasPreviousPage()) void navigate(-1)
    else void navigate(fallback, { replace: true })
  }, [navigate, fallback])
  return null
}

/** The router stores the index of the history entry, which counts the pages shown in this tab. */
function hasPreviousPage(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { organizationText } from '@/messages/organizations.ts'
import { showToast } from '@/ui/feedback/toasts.ts'

/** In place of what does not exist or cannot be seen: says so, and goes back to where the person came from. */
export function MissingResource({ otherwise }: { otherwise: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    showToast({ tone: 'bad', key: 'resource-not-found', title: organizationText.notFound })
    // Whoever opened the address itself has no page to go back to.
    if (cameFromHere()) void navigate(-1)
    else void navigate(otherwise, { replace: true })
  }, [navigate, otherwise])
  return null
}

/** The router counts the pages that it has shown in this tab. */
function cameFromHere(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

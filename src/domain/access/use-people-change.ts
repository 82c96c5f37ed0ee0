import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { showToast } from '@/ui/feedback/toasts.ts'

const shownOfPeople = [
  'organization',
  'organization_membership',
  'organization_invite',
  'team',
  'application',
  'application_invite',
  'fleet-role',
  'team_application_access',
  'user_application_membership',
]

/** Where a page leads whose subject is gone. */
export interface Away {
  to: string
  /** There is nothing to come back to. */
  replace?: boolean
}

/**
 * Sends a change of an organization, of its people and teams or of what they reach, then reads again what is shown and
 * says what is done. Of several changes some may be made before one fails, so it is read again then too. A page that has
 * nothing to show any more is left before that.
 */
export function usePeopleChange() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (change: () => Promise<unknown>, done: string, away?: Away): Promise<void> => {
    try {
      await change()
      if (away) await navigate(away.to, { replace: away.replace ?? false })
    } finally {
      await queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) => shownOfPeople.some((key) => key === first),
      })
    }
    showToast({ tone: 'ok', title: done })
  }
}

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

/** Where to go when the subject of the page is deleted. */
export interface Away {
  to: string
  /** The page cannot be returned to. */
  replace?: boolean
}

/**
 * Sends changes to an organization, its members, teams or access, reloads what is shown and shows a message. Some of
 * several changes may succeed before one fails, so data is reloaded after failures too. A page whose subject is deleted
 * is left first.
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

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

/** Where to go afterwards: the subject of the page was deleted, or something new was created. */
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
  return async (
    change: () => Promise<unknown>,
    done: string,
    away?: Away | ((outcome: unknown) => Away | undefined),
  ): Promise<void> => {
    try {
      const outcome = await change()
      const target = typeof away === 'function' ? away(outcome) : away
      if (target) await navigate(target.to, { replace: target.replace ?? false })
    } finally {
      await queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) => shownOfPeople.some((key) => key === first),
      })
    }
    showToast({ tone: 'ok', title: done })
  }
}

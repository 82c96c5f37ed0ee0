import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '@/ui/toasts.ts'

const shownOfAccess = [
  'user_application_membership',
  'application_invite',
  'team_application_access',
  'fleet-role',
  'team',
  'organization_membership',
  'organization_invite',
  'application',
]

/** Sends a change of who has access, then reads again what is shown of it and says what is done. */
export function useAccessChange() {
  const queries = useQueryClient()
  return async (change: () => Promise<unknown>, done: string): Promise<void> => {
    await change()
    await queries.invalidateQueries({
      predicate: ({ queryKey: [first] }) => shownOfAccess.some((key) => key === first),
    })
    showToast({ tone: 'ok', title: done })
  }
}

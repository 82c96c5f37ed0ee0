import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '@/ui/toasts.ts'

const shownOfOrganizations = [
  'organization',
  'organization_membership',
  'organization_invite',
  'team',
  'application',
  'team_application_access',
  'user_application_membership',
]

/**
 * Sends a change of an organization, its people or its teams, then reads again what is shown and says what is done. Of
 * several changes some may be made before one fails, so it is read again then too.
 */
export function useOrganizationChange() {
  const queries = useQueryClient()
  return async (change: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await change()
    } finally {
      await queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) => shownOfOrganizations.some((key) => key === first),
      })
    }
    showToast({ tone: 'ok', title: done })
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '@/ui/feedback/toasts.ts'

/** Sends a change of applications, then reads again what is shown of them and says what is done. */
export function useApplicationChange() {
  const queries = useQueryClient()
  return async (change: () => Promise<unknown>, done: string): Promise<void> => {
    await change()
    // Who can still be reached decides what is read: a fleet that is gone or out of sight is no failure of the change.
    await queries.invalidateQueries({ queryKey: ['application'] })
    showToast({ tone: 'ok', title: done })
  }
}

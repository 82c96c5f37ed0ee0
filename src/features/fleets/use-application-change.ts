import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '@/ui/feedback/toasts.ts'

/** Sends a change of applications, refetches them, and reports the result. */
export function useApplicationChange() {
  const queries = useQueryClient()
  return async (change: () => Promise<unknown>, done: string): Promise<void> => {
    await change()
    // A fleet that is gone or no longer visible after the change is not an error.
    await queries.invalidateQueries({ queryKey: ['application'] })
    showToast({ tone: 'ok', title: done })
  }
}

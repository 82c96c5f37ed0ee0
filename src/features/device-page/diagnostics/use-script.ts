import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '@/features/device-page/failure-text.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { asFailed, asStarted, showRun, type ScriptRun } from './script-run.ts'

interface Script {
  queryKey: readonly unknown[]
  run: () => Promise<ScriptRun>
  /** Title of the error message if the request fails. */
  failedTitle: string
}

/** Runs a script on the device. It is in progress immediately, and failed if the request fails. */
export function useScript({ queryKey, run, failedTitle }: Script) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onMutate: () => showRun(queries, queryKey, asStarted),
    onSuccess: (begun) => showRun(queries, queryKey, (before) => ({ ...before, ...begun })),
    onError: async (error) => {
      const reason = failureText(error)
      await showRun(queries, queryKey, (before) => asFailed(before, reason))
      showToast({ tone: 'bad', title: failedTitle, detail: reason })
    },
  })
}

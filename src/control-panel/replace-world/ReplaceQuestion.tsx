import { lazy, Suspense, useSyncExternalStore } from 'react'
import { pendingReplacement } from './pending-replacement.ts'

const ReplaceDialog = lazy(() =>
  import('./ReplaceDialog.tsx').then((module) => ({ default: module.ReplaceDialog })),
)

/** Asks before a link replaces the world; loaded when there is such a link. */
export function ReplaceQuestion() {
  const pending = useSyncExternalStore(pendingReplacement.subscribe, pendingReplacement.get)
  return (
    pending && (
      <Suspense>
        <ReplaceDialog pending={pending} onClose={() => pendingReplacement.set(null)} />
      </Suspense>
    )
  )
}

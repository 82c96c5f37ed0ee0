import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { WorldControl } from '@/control-panel/world-control.ts'
import { pendingMoment } from './pending-moment.ts'

const MomentDialog = lazy(() =>
  import('./MomentDialog.tsx').then((module) => ({ default: module.MomentDialog })),
)

/** Asks before a link replaces the world; loaded when there is such a link. */
export function MomentQuestion({ control }: { control: WorldControl }) {
  const pending = useSyncExternalStore(pendingMoment.subscribe, pendingMoment.get)
  return (
    pending && (
      <Suspense>
        <MomentDialog pending={pending} control={control} onClose={() => pendingMoment.set(null)} />
      </Suspense>
    )
  )
}

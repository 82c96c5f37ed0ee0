import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { WorldControl } from '@/control-panel/world-control.ts'
import { pendingSharedWorld } from './pending-shared-world.ts'

const ShareLinkDialog = lazy(() =>
  import('./ShareLinkDialog.tsx').then((module) => ({ default: module.ShareLinkDialog })),
)

/** Asks before a link replaces the world; loaded when there is such a link. */
export function ShareLinkConfirmation({ control }: { control: WorldControl }) {
  const pending = useSyncExternalStore(pendingSharedWorld.subscribe, pendingSharedWorld.get)
  return (
    pending && (
      <Suspense>
        <ShareLinkDialog pending={pending} control={control} onClose={() => pendingSharedWorld.set(null)} />
      </Suspense>
    )
  )
}

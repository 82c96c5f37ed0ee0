import { lazy, Suspense } from 'react'
import type { Dashboard } from '@/control-panel/dashboard.ts'
import { useStored } from '@/ui/use-stored.ts'
import { seenAs } from './seen-as.ts'

const SeeAsBar = lazy(() => import('./SeeAsBar.tsx').then((module) => ({ default: module.SeeAsBar })))

/** Loaded when the feature is first used. */
export function SeeAsStage({ dashboard }: { dashboard: Dashboard }) {
  const [seen] = useStored(seenAs)
  return (
    seen && (
      <Suspense>
        <SeeAsBar seen={seen} dashboard={dashboard} />
      </Suspense>
    )
  )
}

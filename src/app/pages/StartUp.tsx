import { lazy, Suspense, type ComponentType } from 'react'
import type { StartState } from '@/app/start-up.ts'
import { Splash } from './Splash.tsx'
import { StartProblem } from './StartProblem.tsx'

/** The status page is loaded on demand, because few starts need it. Errors are ignored. */
const SlowStart = lazy<ComponentType<{ isConnected: boolean }>>(() =>
  import('./SlowStart.tsx').then(
    (loaded) => ({ default: loaded.SlowStart }),
    () => ({ default: () => null }),
  ),
)

/** The content of the window, from the first moment on. */
export function StartUp({ state }: { state: StartState }) {
  if (state.kind === 'failed') return <StartProblem problem={state} />
  return (
    <>
      {state.content ?? <Splash />}
      {state.kind === 'starting' && state.isSlow && (
        <Suspense fallback={null}>
          <SlowStart isConnected={state.isConnected} />
        </Suspense>
      )}
    </>
  )
}

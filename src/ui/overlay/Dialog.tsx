import { lazy, Suspense } from 'react'
import type { DialogProps } from './DialogFrame.tsx'
import { useFocusBack } from './use-focus-back.ts'
import { useHasOpened } from './use-has-opened.ts'

const DialogFrame = lazy(() =>
  import('./DialogFrame.tsx').then((loaded) => ({ default: loaded.DialogFrame })),
)

/** A dialog that traps the focus, and returns it when it closes. */
export function Dialog({ opened = true, ...props }: DialogProps) {
  const wasOpened = useHasOpened(opened)
  useFocusBack(opened)
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <DialogFrame opened={opened} {...props} />
      </Suspense>
    )
  )
}

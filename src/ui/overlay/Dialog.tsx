import { lazy, Suspense, type ReactNode } from 'react'
import { useFocusBack } from './use-focus-back.ts'
import { useHasOpened } from './use-has-opened.ts'

const DialogFrame = lazy(() =>
  import('./DialogFrame.tsx').then((loaded) => ({ default: loaded.DialogFrame })),
)

export interface DialogProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Buttons, at the right of the foot. */
  footer?: ReactNode
  size?: 's' | 'm' | 'l'
  /** Pressing outside or Escape does nothing; the person must choose. */
  insistent?: boolean
}

/** A dialog that traps focus and gives it back when it closes. */
export function Dialog(props: DialogProps) {
  const wasOpened = useHasOpened(props.opened)
  useFocusBack(props.opened)
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <DialogFrame {...props} />
      </Suspense>
    )
  )
}

import { lazy, Suspense, type ReactNode } from 'react'
import { useFocusBack } from './use-focus-back.ts'
import { useHasOpened } from './use-has-opened.ts'

const DrawerFrame = lazy(() =>
  import('./DrawerFrame.tsx').then((loaded) => ({ default: loaded.DrawerFrame })),
)

export interface DrawerProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  side?: 'left' | 'right'
  /** Width in px. */
  width?: number
  /** Without padding; the content fills the height. */
  flush?: boolean
  children: ReactNode
}

/** A panel from the window's side, over the page. */
export function Drawer(props: DrawerProps) {
  const wasOpened = useHasOpened(props.opened)
  useFocusBack(props.opened)
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <DrawerFrame {...props} />
      </Suspense>
    )
  )
}

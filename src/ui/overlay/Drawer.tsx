import { lazy, Suspense } from 'react'
import type { DrawerProps } from './DrawerFrame.tsx'
import { useFocusBack } from './use-focus-back.ts'
import { useHasOpened } from './use-has-opened.ts'

const DrawerFrame = lazy(() =>
  import('./DrawerFrame.tsx').then((loaded) => ({ default: loaded.DrawerFrame })),
)

/** A panel at the side of the window, over the page. */
export function Drawer({ opened = true, ...props }: DrawerProps) {
  const wasOpened = useHasOpened(opened)
  useFocusBack(opened)
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <DrawerFrame opened={opened} {...props} />
      </Suspense>
    )
  )
}

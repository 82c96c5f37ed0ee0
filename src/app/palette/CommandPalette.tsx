import { lazy, Suspense } from 'react'
import { useFocusBack } from '@/ui/overlay/use-focus-back.ts'
import { useHasOpened } from '@/ui/overlay/use-has-opened.ts'
import type { CommandPaletteProps } from './PaletteDialog.tsx'

const PaletteDialog = lazy(() =>
  import('./PaletteDialog.tsx').then((loaded) => ({ default: loaded.PaletteDialog })),
)

/** The command palette: finds pages, fleets, devices and actions. */
export function CommandPalette(props: CommandPaletteProps) {
  const wasOpened = useHasOpened(props.opened)
  useFocusBack(props.opened)
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <PaletteDialog {...props} />
      </Suspense>
    )
  )
}

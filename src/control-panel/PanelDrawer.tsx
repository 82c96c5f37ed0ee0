import { lazy, Suspense } from 'react'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Drawer } from '@/ui/overlay/Drawer.tsx'
import type { TabName } from './ControlPanel.tsx'
import type { WorldControl } from './world-control.ts'

const ControlPanel = lazy(() =>
  import('./ControlPanel.tsx').then((module) => ({ default: module.ControlPanel })),
)

export interface PanelDrawerProps {
  control: WorldControl
  opened: boolean
  onClose: () => void
  /** Starts a story by name. */
  onStory: (name: string) => Promise<void>
  /** The initial tab; default: World. */
  tab?: TabName
}

/** The simulator panel, over the page. */
export function PanelDrawer({ control, opened, onClose, onStory, tab }: PanelDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} title={simulatorText.title} width={560}>
      <Suspense
        fallback={
          <LoadingRegion>
            <SkeletonLines lines={8} height={28} />
          </LoadingRegion>
        }
      >
        <ControlPanel
          control={control}
          onLeave={onClose}
          onStory={(name) => {
            onClose()
            void onStory(name)
          }}
          {...(tab !== undefined && { begins: tab })}
        />
      </Suspense>
    </Drawer>
  )
}

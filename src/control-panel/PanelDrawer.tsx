import { lazy, Suspense } from 'react'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Drawer } from '@/ui/overlay/Drawer.tsx'
import { useMedia } from '@/ui/use-media.ts'
import type { TabName } from './ControlPanel.tsx'
import { DockedPanel, DOCKS } from './DockedPanel.tsx'
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

/** The simulator panel: beside the page, so that one sees what it changes, on small screens over it. */
export function PanelDrawer({ control, opened, onClose, onStory, tab }: PanelDrawerProps) {
  const docks = useMedia(DOCKS)
  const content = (
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
  )
  if (!docks) {
    return (
      <Drawer opened={opened} onClose={onClose} title={simulatorText.title} width={560}>
        {content}
      </Drawer>
    )
  }
  return (
    opened && (
      <DockedPanel title={simulatorText.title} onClose={onClose}>
        {content}
      </DockedPanel>
    )
  )
}

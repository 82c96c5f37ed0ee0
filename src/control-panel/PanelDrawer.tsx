import { lazy, Suspense } from 'react'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Drawer } from '@/ui/overlay/Drawer.tsx'
import { useMovableContent } from '@/ui/overlay/use-movable-content.tsx'
import { useMedia } from '@/ui/use-media.ts'
import type { TabName } from './ControlPanel.tsx'
import { HAS_ROOM_BESIDE, SidePanel } from './SidePanel.tsx'
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

/**
 * The simulator panel: beside the page, so that one sees what it changes, on small screens over it. What has been typed in it
 * stays when the width of the window changes.
 */
export function PanelDrawer({ control, opened, onClose, onStory, tab }: PanelDrawerProps) {
  const isBeside = useMedia(HAS_ROOM_BESIDE)
  const { content, place } = useMovableContent(
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
    </Suspense>,
    opened,
  )
  return (
    <>
      {content}
      {isBeside ? (
        opened && (
          <SidePanel title={simulatorText.title} onClose={onClose}>
            {place}
          </SidePanel>
        )
      ) : (
        <Drawer opened={opened} onClose={onClose} title={simulatorText.title} width={560}>
          {place}
        </Drawer>
      )}
    </>
  )
}

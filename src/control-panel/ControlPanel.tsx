import { lazy, Suspense, useState } from 'react'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import { storyText } from '@/messages/control-panel/stories.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { ClockSection } from './ClockSection.tsx'
import { EmailsSection } from './EmailsSection.tsx'
import { FaultsSection } from './FaultsSection.tsx'
import { OfflineSection } from './offline/OfflineSection.tsx'
import { PanelTabs } from './PanelTabs.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import { PowerOnSection } from './PowerOnSection.tsx'
import { RequestLogSection } from './RequestLogSection.tsx'
import { SessionSection } from './SessionSection.tsx'
import { ShareLinkSection } from './share-link/ShareLinkSection.tsx'
import { StoryList } from './stories/StoryList.tsx'
import { TimelineSection } from './TimelineSection.tsx'
import { WhySection } from './WhySection.tsx'
import type { WorldControl } from './world-control.ts'
import { WorldSection } from './WorldSection.tsx'
import styles from './ControlPanel.module.css'

/** Loaded with the parser for world files, for users who edit one. */
const OwnWorldSection = lazy(() =>
  import('./worlds/OwnWorldSection.tsx').then((module) => ({ default: module.OwnWorldSection })),
)

const tabs = (
  ['world', 'stories', 'own', 'clock', 'device', 'faults', 'people', 'emails', 'requestLog'] as const
).map((name) => ({
  name,
  label: panelText[name],
}))
export type TabName = (typeof tabs)[number]['name']

export interface ControlPanelProps {
  control: WorldControl
  /** Called when the user follows a link to a page behind the panel. */
  onLeave: () => void
  /** Starts a story by name. */
  onStory: (name: string) => void
  /** The tab shown first. */
  begins?: TabName
}

/** The panel with all information about the simulated world and its controls. */
export function ControlPanel({ begins = 'world', ...props }: ControlPanelProps) {
  const { control } = props
  const [tab, setTab] = useState<TabName>(begins)
  return (
    <div className={styles.panel}>
      {control.notice && <Banner tone="warn">{control.notice}</Banner>}
      <PanelTabs label={panelText.tabs} tabs={tabs} chosen={tab} onChoose={setTab}>
        <Tab name={tab} {...props} />
      </PanelTabs>
    </div>
  )
}

function Tab({ name, control, onLeave, onStory }: ControlPanelProps & { name: TabName }) {
  switch (name) {
    case 'world':
      return (
        <>
          <ShareLinkSection control={control} />
          <WorldSection control={control} />
          <SessionSection control={control} />
          <OfflineSection />
        </>
      )
    case 'own':
      return (
        <Suspense
          fallback={
            <LoadingRegion>
              <SkeletonLines lines={8} height={28} />
            </LoadingRegion>
          }
        >
          <OwnWorldSection control={control} onLeave={onLeave} />
        </Suspense>
      )
    case 'stories':
      return (
        <section className={styles.section} aria-label={storyText.stories}>
          <p className={styles.note}>{storyText.intro}</p>
          <StoryList onStart={onStory} />
        </section>
      )
    case 'clock':
      return (
        <>
          <ClockSection control={control} />
          <TimelineSection control={control} />
        </>
      )
    case 'device':
      return (
        <>
          <WhySection control={control} />
          <PowerOnSection control={control} onLeave={onLeave} />
        </>
      )
    case 'faults':
      return <FaultsSection control={control} />
    case 'people':
      return <PeopleSection control={control} />
    case 'emails':
      return <EmailsSection control={control} onLeave={onLeave} />
    case 'requestLog':
      return <RequestLogSection control={control} />
  }
}

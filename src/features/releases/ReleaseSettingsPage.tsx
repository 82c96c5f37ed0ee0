import { releasePageText, releasesText } from '@/messages/releases/releases.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { DeletePanel } from './DeletePanel.tsx'
import { FinalizePanel } from './FinalizePanel.tsx'
import { useReleasePage } from './load-release.ts'
import { ReleaseTitle } from './ReleaseTitle.tsx'
import { ValidityPanel } from './ValidityPanel.tsx'
import { VersionPanel } from './VersionPanel.tsx'
import styles from './Release.module.css'

/** The settings of the release. */
export function Component() {
  const page = useReleasePage()
  return (
    <div className={styles.screen}>
      <ReleaseTitle {...page} part={releasePageText.settings} />
      <VersionPanel {...page} />
      <FinalizePanel {...page} />
      <ValidityPanel {...page} />
      <DeletePanel {...page} />
    </div>
  )
}

export const ErrorBoundary = () => (
  <LoadErrorPage title={releasesText.title} hidden flush failed={releasesText.loadFailed} />
)

import { LoadErrorPage } from '@/domain/screen/LoadError.tsx'
import { releasePageText, releasesText } from '@/messages/releases.ts'
import { DeletePanel } from './DeletePanel.tsx'
import { FinalizePanel } from './FinalizePanel.tsx'
import { useReleasePage } from './load-release.ts'
import styles from './Release.module.css'
import { ReleaseTitle } from './ReleaseTitle.tsx'
import { ValidityPanel } from './ValidityPanel.tsx'
import { VersionPanel } from './VersionPanel.tsx'

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

import { releaseLabel } from '@/domain/release/release-label.ts'
import { releasePageText, releaseProblemText } from '@/messages/releases/releases.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import type { Composition } from './composition.ts'
import { DownloadButton } from './DownloadButton.tsx'
import type { ReleasePageData } from './load-release.ts'
import { composeFileName } from './release-files.ts'
import styles from './Release.module.css'

interface ComposePanelProps extends Pick<ReleasePageData, 'fleet' | 'release'> {
  composition: Composition
}

/** The compose file of the release with copy and download buttons; as raw text if it cannot be parsed. */
export function ComposePanel({ fleet, release, composition }: ComposePanelProps) {
  const text = composition.kind === 'parsed' ? composition.yaml : composition.text
  return (
    <Panel
      title={releasePageText.composition}
      flush
      actions={
        <>
          <CopyButton text={text} what={releasePageText.copy} />
          <DownloadButton
            label={releasePageText.download}
            name={composeFileName({ app: fleet.app_name, version: releaseLabel(release) })}
            text={text}
          />
        </>
      }
    >
      {composition.kind === 'raw' && (
        <p className={styles.notice}>
          <StatusMark tone="warn" />
          {releaseProblemText.compositionNotParsed}
        </p>
      )}
      <CodeText label={releasePageText.compositionText} text={text} />
    </Panel>
  )
}

/** Text in a scrollable frame. */
export function CodeText({ label, text }: { label: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <pre className={styles.code} tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  )
}

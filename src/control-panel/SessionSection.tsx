import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveTextFile } from '@/lib/save-file.ts'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import { replayText } from './replayed.ts'
import { openSharedWorld } from './share-link/open-shared-world.ts'
import { inPlace } from './share-link/share-target.ts'
import { isSharedWorldFile, readSharedWorld } from './share-link/shared-world.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useWorldState } from './use-world.ts'
import { showFailure } from './world-control.ts'
import type { WorldControl } from './world-control.ts'
import panel from './ControlPanel.module.css'
import styles from './SessionSection.module.css'

type Stage =
  | { is: 'idle' }
  | { is: 'opening' }
  | { is: 'failed'; reason: string }
  | { is: 'open'; how: string }

/** Larger than any session that can be replayed. */
const MAX_BYTES = 64_000_000

/** Saves the session as a file, and opens such a file, also by drag and drop. */
export function SessionSection({ control }: { control: WorldControl }) {
  const { scenario, seed } = useWorldState(control.clock)
  const [stage, setStage] = useState<Stage>({ is: 'idle' })
  const save = () =>
    control.client
      .sessionFile()
      .then((text) => saveTextFile(`flotilla-${scenario}-${seed}.json`, text))
      .catch(showFailure)
  const open = async (file: File) => {
    setStage({ is: 'opening' })
    try {
      if (file.size > MAX_BYTES) throw new Error(panelText.fileTooLong)
      const text = await file.text()
      const replayed = isSharedWorldFile(text)
        ? await openSharedWorld(readSharedWorld(text), control, inPlace(control))
        : await control.openSessionFile(text)
      setStage({ is: 'open', how: replayText(replayed) })
    } catch (error) {
      setStage({ is: 'failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
  const { place, isOver } = useFileDrop((file) => void open(file))
  return (
    <section
      className={`${panel.section} ${styles.session}`}
      aria-label={panelText.session}
      data-over={isOver || undefined}
      ref={place}
    >
      <h3>{panelText.session}</h3>
      <p className={panel.note}>{panelText.sessionIntro}</p>
      <div>
        <Button icon={<IconDownload size={16} aria-hidden="true" />} onClick={() => void save()}>
          {panelText.exportSession}
        </Button>
      </div>
      <FileField
        label={panelText.importSession}
        accept=".json,application/json"
        error={stage.is === 'failed' ? stage.reason : undefined}
        onChoose={(file) => void open(file)}
      />
      <p className={panel.note}>{stage.is === 'opening' ? panelText.loading : panelText.dropHere}</p>
      {stage.is === 'open' && (
        <Banner tone={stage.how === panelText.allDone ? 'ok' : 'warn'}>
          {panelText.imported(stage.how)}
        </Banner>
      )}
    </section>
  )
}

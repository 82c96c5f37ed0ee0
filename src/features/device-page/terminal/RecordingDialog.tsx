import { lazy, Suspense, useState } from 'react'
import { decodedText } from '@/lib/text-file.ts'
import { recordingText } from '@/messages/device-page/device-terminal.ts'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { parseCast, type Cast } from './asciicast.ts'

const RecordingPlayer = lazy(() =>
  import('./RecordingPlayer.tsx').then((module) => ({ default: module.RecordingPlayer })),
)

interface RecordingDialogProps {
  /** The recording to replay; null asks for a file first. */
  cast: Cast | null
  onClose: () => void
}

/** More than a day of typing. The file is held in memory. */
const MAX_BYTES = 20_000_000

/** Replays a recording of this page or from a file. */
export function RecordingDialog({ cast: given, onClose }: RecordingDialogProps) {
  const [opened, setOpened] = useState(given)
  const [problem, setProblem] = useState<string>()
  const open = async (file: File) => {
    if (file.size > MAX_BYTES) return setProblem(recordingText.tooLarge)
    try {
      const bytes = await file.arrayBuffer()
      // A recording may have been cut off anywhere, even within a letter.
      const cast = parseCast(decodedText(bytes) ?? new TextDecoder().decode(bytes))
      setProblem(cast === null ? recordingText.notACast : undefined)
      setOpened(cast)
    } catch {
      setProblem(recordingText.unreadable)
    }
  }
  return (
    <Dialog onClose={onClose} title={opened?.title || recordingText.title} size="l">
      {opened === null ? (
        <FileField
          label={recordingText.openLabel}
          accept=".cast,.json,application/x-asciicast"
          error={problem}
          onChoose={(file) => void open(file)}
        />
      ) : (
        <Suspense
          fallback={
            <LoadingRegion label={recordingText.title}>
              <SkeletonLines lines={4} />
            </LoadingRegion>
          }
        >
          <RecordingPlayer cast={opened} />
        </Suspense>
      )}
    </Dialog>
  )
}

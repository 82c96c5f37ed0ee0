import { IconDownload, IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { formatBytes } from '@/lib/format.ts'
import { canSaveFiles, fileName, saveBlob } from '@/lib/save-file.ts'
import { commonText } from '@/messages/common/common.ts'
import { addDeviceText as text } from '@/messages/fleets/fleet-add-device.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import {
  downloadImage,
  imageCall,
  imageSizeQuery,
  makeConfig,
  typeContractQuery,
} from './add-device.queries.ts'
import { imageCommands } from './image-commands.ts'
import type { FileType, ImageOptions } from './image-settings.ts'
import styles from './AddDeviceDialog.module.css'

export interface DownloadPartProps {
  /** Undefined while no version can be downloaded. */
  imageOptions: ImageOptions | undefined
  fileType: FileType
  /** The reason why nothing can be downloaded. */
  reason: string | undefined
  fleet: Fleet
}

/** Replaces secrets in displayed commands. */
const hidden = '…'

type Stage =
  | { kind: 'idle' }
  | { kind: 'image'; done: number; total: number | null }
  | { kind: 'config' }
  | { kind: 'failed'; why: string }

/** Downloads the image or only the configuration, with instructions. */
export function DownloadPart({ imageOptions, fileType, reason, fleet }: DownloadPartProps) {
  const [stage, setStage] = useState<Stage>({ kind: 'idle' })
  const controller = useRef<AbortController>(undefined)
  // Closing the dialog cancels the download.
  useEffect(() => () => controller.current?.abort(), [])
  const { data: size } = useQuery({
    ...imageSizeQuery(imageOptions?.deviceType ?? '', imageOptions?.version ?? ''),
    enabled: imageOptions !== undefined,
  })
  const isBusy = stage.kind === 'image' || stage.kind === 'config'
  const whyNot =
    reason ??
    (imageOptions === undefined ? text.noVersions : undefined) ??
    (canSaveFiles() ? undefined : text.cannotSave) ??
    (isBusy ? commonText.running : undefined)

  const run = async (first: Stage, work: (signal: AbortSignal) => Promise<string>) => {
    const { signal } = (controller.current = new AbortController())
    setStage(first)
    try {
      showToast({ tone: 'ok', title: await work(signal) })
      setStage({ kind: 'idle' })
    } catch (error) {
      setStage(signal.aborted ? { kind: 'idle' } : { kind: 'failed', why: errorMessage(error) })
    }
  }
  const image = (options: ImageOptions) =>
    run({ kind: 'image', done: 0, total: null }, async (signal) => {
      const file = await downloadImage(options, fileType, {
        signal,
        onProgress: (done, total) => setStage({ kind: 'image', done, total }),
      })
      saveBlob(file.name, file.content)
      return text.imageReady(file.name)
    })
  const config = (options: ImageOptions) =>
    run({ kind: 'config' }, async () => {
      const name = fileName(`${fleet.app_name}.config.json`)
      saveBlob(name, new Blob([await makeConfig(options)], { type: 'application/json' }))
      return text.configReady(name)
    })
  return (
    <>
      {stage.kind === 'image' && (
        <Progress done={stage.done} total={stage.total} onStop={() => controller.current?.abort()} />
      )}
      {stage.kind === 'failed' && <ErrorBanner>{stage.why}</ErrorBanner>}
      <div className={styles.buttons}>
        <Button
          variant="primary"
          icon={<IconDownload size={16} aria-hidden="true" />}
          reason={whyNot}
          onClick={() => imageOptions && void image(imageOptions)}
        >
          {text.downloadImage}
        </Button>
        <Button
          icon={<IconFileText size={16} aria-hidden="true" />}
          reason={whyNot}
          onClick={() => imageOptions && void config(imageOptions)}
        >
          {text.downloadConfig}
        </Button>
        {size !== undefined && (
          <span className={styles.note}>
            {(fileType === '.img' ? text.size : text.unpackedSize)(formatBytes(size))}
          </span>
        )}
      </div>
      {imageOptions && <Instructions deviceType={imageOptions.deviceType} />}
      {imageOptions && (
        <EquivalentCommand
          {...platformCommands(
            null,
            imageCall({ ...imageOptions, ...(imageOptions.wifiKey ? { wifiKey: hidden } : {}) }, fileType),
          )}
          cli={imageCommands(fleet.slug, imageOptions, imageOptions.wifiKey ? hidden : '')}
        />
      )}
    </>
  )
}

interface ProgressProps {
  done: number
  total: number | null
  onStop: () => void
}

function Progress({ done, total, onStop }: ProgressProps) {
  const shown =
    total === null
      ? text.downloadingUnknown(formatBytes(done))
      : text.downloading(formatBytes(done), formatBytes(total))
  return (
    <div className={styles.progress}>
      <progress aria-label={text.progress} {...(total === null ? {} : { max: total, value: done })} />
      <div className={styles.buttons}>
        <Status as="span" paced>
          {shown}
        </Status>
        <Button size="s" onClick={onStop}>
          {text.stop}
        </Button>
      </div>
    </div>
  )
}

function Instructions({ deviceType }: { deviceType: string }) {
  const { data } = useQuery(typeContractQuery(deviceType))
  const steps = data?.instructions ?? []
  if (steps.length === 0) return null
  return (
    <section aria-label={text.instructions}>
      <h3 className={styles.heading}>{text.instructions}</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}

import { useEffect, useState } from 'react'
import { formatInstant } from '@/lib/format.ts'
import { offlineText as text } from '@/messages/control-panel/offline.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import {
  canWorkOffline,
  offlineCopy,
  pageBuiltAt,
  removeOfflineCopy,
  saveOfflineCopy,
} from './offline-copy.ts'
import panel from '@/control-panel/ControlPanel.module.css'

type Stage =
  | { is: 'idle' }
  | { is: 'saving'; done: number; total: number }
  | { is: 'failed'; reason: string }
  | { is: 'removed' }

/** Saves a copy of the dashboard, with which it starts without a network. */
export function OfflineSection() {
  const [copy, setCopy] = useState<string | null>(null)
  const [stage, setStage] = useState<Stage>({ is: 'idle' })
  useEffect(() => {
    void offlineCopy().then(setCopy, () => {})
  }, [])
  const attempt = (act: () => Promise<Stage>) => () =>
    void act().then(setStage, (error: unknown) =>
      setStage({ is: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    )
  const save = attempt(async () => {
    setStage({ is: 'saving', done: 0, total: 0 })
    setCopy(await saveOfflineCopy((done, total) => setStage({ is: 'saving', done, total })))
    return { is: 'idle' }
  })
  const remove = attempt(async () => {
    await removeOfflineCopy()
    setCopy(null)
    return { is: 'removed' }
  })
  const reason = pageBuiltAt() === null ? text.development : canWorkOffline() ? undefined : text.unavailable
  return (
    <section className={panel.section} aria-label={text.title}>
      <h3>{text.title}</h3>
      <p className={panel.note}>{text.intro}</p>
      <div className={panel.row}>
        <Button busy={stage.is === 'saving'} reason={reason} onClick={save}>
          {copy === null ? text.save : text.saveAgain}
        </Button>
        {copy !== null && stage.is !== 'saving' && <Button onClick={remove}>{text.remove}</Button>}
      </div>
      {stage.is === 'saving' && (
        <p className={panel.note}>
          {stage.total === 0 ? text.preparing : text.saving(stage.done, stage.total)}
        </p>
      )}
      {stage.is === 'failed' && <Banner tone="bad">{stage.reason}</Banner>}
      {stage.is === 'removed' && <Banner tone="ok">{text.removed}</Banner>}
      {copy !== null && stage.is === 'idle' && (
        <Banner tone="ok">
          {text.saved(formatInstant(copy, { seconds: false }))} {text.install}
        </Banner>
      )}
    </section>
  )
}

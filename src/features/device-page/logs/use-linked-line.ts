import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '@/api/api.ts'
import { readLogHistory } from '@/api/log-stream.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { logLineText } from '@/messages/device-page/device-logs.ts'
import { lineKey } from './log-link.ts'
import type { LogFeedView } from './use-log-feed.ts'

type Search = { stage: 'none' | 'waiting' | 'asking' | 'read' | 'found' } | { stage: 'failed'; why: string }

/**
 * Scrolls once to the line in the address, from the first lines of the stream or else from the full history of the
 * platform. Returns why the line is not shown, if so.
 */
export function useLinkedLine(uuid: string, feed: LogFeedView, reveal: (seq: number) => void): string | null {
  const linkedKey = useSearchParams()[0].get('line')
  const [search, setSearch] = useState<Search>({ stage: linkedKey === null ? 'none' : 'waiting' })
  const { lines, quiet } = feed.snapshot
  const show = useRef(reveal)
  useEffect(() => {
    show.current = reveal
  })

  useEffect(() => {
    if (search.stage !== 'waiting' && search.stage !== 'read') return
    const line = lines.find((each) => lineKey(each) === linkedKey)
    if (line) {
      // oxlint-disable-next-line react/set-state-in-effect -- runs once, when the line has arrived
      setSearch({ stage: 'found' })
      show.current(line.seq)
    } else if (search.stage === 'waiting' && (lines.length > 0 || quiet)) setSearch({ stage: 'asking' })
  }, [search.stage, lines, quiet, linkedKey])

  const { recall } = feed
  const isAsking = search.stage === 'asking'
  useEffect(() => {
    if (!isAsking) return
    const controller = new AbortController()
    readLogHistory(api().services, uuid, { count: 'all', signal: controller.signal }).then(
      (past) => {
        if (controller.signal.aborted) return
        recall(past)
        setSearch({ stage: 'read' })
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setSearch({ stage: 'failed', why: failureText(error) })
      },
    )
    return () => controller.abort()
  }, [isAsking, uuid, recall])

  if (search.stage === 'failed') return logLineText.historyFailed(search.why)
  if (search.stage === 'waiting' || search.stage === 'asking') return logLineText.lookingFor
  return search.stage === 'read' ? logLineText.gone : null
}

import { useEffect, useState } from 'react'
import { isMissingChunk } from '@/app/missing-chunk.ts'
import type { StartProblemState } from '@/app/start-up.ts'
import { ConfigProblem } from '@/config.ts'
import { startText as text } from '@/messages/app/start.ts'
import { Button } from '@/ui/form/Button.tsx'
import { useDocumentTitle } from '@/ui/layout/PageTitle.tsx'
import { Facts } from '@/ui/layout/Panel.tsx'
import { FullPage } from './FullPage.tsx'

const SECOND_MS = 1000

/**
 * The whole page when the dashboard cannot start: the invalid configuration key and the reason, or the error, and the
 * time of the next retry.
 */
export function StartProblem({ problem }: { problem: StartProblemState }) {
  const { error, retriesAt, isRetrying, tryNow } = problem
  useDocumentTitle(text.problem)
  return (
    <FullPage wide>
      <h1>{text.problem}</h1>
      {error instanceof ConfigProblem ? (
        <>
          <p>{error.isUnreachable ? text.configUnreachable : text.configWhat}</p>
          <Facts
            columns={1}
            facts={[
              ...(error.key === null ? [] : [{ label: text.configKey, value: <code>{error.key}</code> }]),
              { label: text.configReason, value: error.reason },
              { label: text.configSource, value: <code>{error.source}</code> },
            ]}
          />
        </>
      ) : (
        <p role="alert">
          {isMissingChunk(error) ? text.partMissing : error instanceof Error ? error.message : String(error)}
        </p>
      )}
      {retriesAt !== null && <p>{isRetrying ? text.trying : <Countdown key={retriesAt} to={retriesAt} />}</p>}
      <div>
        <Button variant="primary" busy={isRetrying} onClick={tryNow}>
          {text.tryNow}
        </Button>
      </div>
    </FullPage>
  )
}

const secondsTo = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / SECOND_MS))

function Countdown({ to }: { to: number }) {
  const [seconds, setSeconds] = useState(() => secondsTo(to))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsTo(to)), SECOND_MS)
    return () => clearInterval(timer)
  }, [to])
  return text.again(seconds)
}

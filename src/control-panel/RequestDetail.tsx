import { useCallback } from 'react'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import type { RequestLogDetail } from '@/simulation/control-contract.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { AsyncContent } from './AsyncContent.tsx'
import { entryAsCurl, readable } from './request-log-entry.ts'
import { usePolledOnce } from './use-polled.ts'
import type { WorldControl } from './world-control.ts'
import styles from './RequestLogSection.module.css'

/** A request with its bodies, and the result of validating the response. */
export function RequestDetail({ n, control: { client } }: { n: number; control: WorldControl }) {
  const { result, again } = usePolledOnce(useCallback(() => client.requestLogEntry(n), [client, n]))
  return (
    <div className={styles.detail} role="group" aria-label={panelText.request(n)}>
      <AsyncContent result={result} onRetry={() => void again()} lines={5}>
        {(entry) => <Whole entry={entry} />}
      </AsyncContent>
    </div>
  )
}

function Whole({ entry }: { entry: RequestLogDetail }) {
  const { origin, path, requestBody, responseBody } = entry
  return (
    <>
      <div className={styles.address}>
        <code>{decoded(origin + path)}</code>
        <CopyButton text={entryAsCurl(entry)} what={panelText.asCurl} />
      </div>
      <ContractCheck problems={entry.problems} />
      {requestBody !== null && <Body title={panelText.sent} text={requestBody} />}
      <Body title={panelText.answered} text={responseBody ?? ''} />
    </>
  )
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

function ContractCheck({ problems }: { problems: string[] | null }) {
  if (problems === null) return <p className={styles.note}>{panelText.contractUnknown}</p>
  if (problems.length === 0) return <Banner tone="ok">{panelText.contractKept}</Banner>
  return (
    <Banner tone="bad">
      <b>{panelText.contractBroken}</b>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Banner>
  )
}

function Body({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <b>{title}</b>
      {text === '' ? (
        <p className={styles.note}>{panelText.bodyNone}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must for the keyboard too
        <pre className={styles.body} tabIndex={0} role="region" aria-label={title}>
          {readable(text)}
        </pre>
      )}
    </div>
  )
}

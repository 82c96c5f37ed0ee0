import { useQuery } from '@tanstack/react-query'
import { plainText } from '@/lib/ansi.ts'
import { deployProgressText as text } from '@/messages/fleets/fleet-deploy.ts'
import { writtenLogQuery } from './deploy.queries.ts'
import styles from './Deploy.module.css'

/** The full log is on the page of the release. */
const LAST_LINES = 40

export interface GrowingLogProps {
  imageId: number
  label: string
  growing: boolean
}

/** The end of a build log, updated live. */
export function GrowingLog({ imageId, label, growing }: GrowingLogProps) {
  const { data = '' } = useQuery(writtenLogQuery(imageId, growing))
  const lines = data.trimEnd().split('\n').slice(-LAST_LINES).map(plainText)
  return (
    <pre
      className={styles.log}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={label}
      ref={(region) => {
        if (region) region.scrollTop = region.scrollHeight
      }}
    >
      {data === '' ? text.noLog : lines.join('\n')}
    </pre>
  )
}

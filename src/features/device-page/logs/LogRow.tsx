import type { Ref } from 'react'
import { ChosenLine } from './ChosenLine.tsx'
import type { FeedLine } from './log-feed.ts'
import type { LogDisplay } from './log-preferences.ts'
import type { ServiceNames } from './log-words.ts'
import { LogLine } from './LogLine.tsx'
import type { LogReading } from './use-log-reading.ts'
import styles from './LogList.module.css'

/** Height of an unwrapped line in px: 20 at the default font size. */
export const lineHeight = (): number =>
  1.25 * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)

export interface LogRowProps {
  uuid: string
  line: FeedLine
  index: number
  names: ServiceNames
  display: LogDisplay
  reading: LogReading
  ref?: Ref<HTMLDivElement> | undefined
}

/** A line with the actions on it while it is selected. */
export function LogRow({ uuid, line, index, names, display, reading, ref }: LogRowProps) {
  const isChosen = line.seq === reading.chosen
  return (
    <div ref={ref} data-index={index} className={styles.row}>
      <LogLine
        line={line}
        names={names}
        display={display}
        pattern={reading.pattern}
        current={index === reading.match}
        chosen={isChosen}
        onChoose={reading.choose}
      />
      {isChosen && <ChosenLine uuid={uuid} line={line} names={names} />}
    </div>
  )
}

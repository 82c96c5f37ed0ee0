import { formatNumber } from '@/lib/format.ts'
import { logSearchText } from '@/messages/device-page/device-logs.ts'
import { FindBar } from '@/ui/form/FindBar.tsx'
import type { LogReading } from './use-log-reading.ts'

/** Searches the visible lines. */
export function LogSearchBar({ reading, onClose }: { reading: LogReading; onClose: () => void }) {
  const { words, matches, match, step, search } = reading
  const nth = match === null ? -1 : matches.indexOf(match)
  const lines = formatNumber(matches.length)
  return (
    <FindBar
      label={logSearchText.label}
      words={words}
      count={matches.length}
      place={
        nth >= 0
          ? logSearchText.place(formatNumber(nth + 1), lines)
          : logSearchText.count(lines, matches.length)
      }
      onSearch={search}
      onStep={step}
      onClose={onClose}
    />
  )
}

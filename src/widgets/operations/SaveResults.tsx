import type { BatchResult } from '@/domain/operations/run-batch.ts'
import { csvText } from '@/lib/csv.ts'
import { canSaveFiles, fileName, fileStamp, saveTextFile } from '@/lib/save-file.ts'
import { batchText, type BatchWords } from '@/messages/operations/operations.ts'
import { useTimeSource } from '@/ui/display/now.tsx'
import { Button } from '@/ui/form/Button.tsx'
import styles from './BatchResults.module.css'

export interface SaveResultsProps {
  words: BatchWords
  results: readonly BatchResult[]
}

const formats = ['csv', 'json'] as const

/** Saves the results of all devices of a batch, including those not listed. */
export function SaveResults({ words, results }: SaveResultsProps) {
  const time = useTimeSource()
  const save = (format: (typeof formats)[number]) => {
    const name = fileName(`${batchText.fileName(words.confirm)}-${fileStamp(time.now())}`)
    saveTextFile(`${name}.${format}`, format === 'csv' ? resultsCsv(results) : resultsJson(results))
  }
  return (
    <div className={styles.save} role="group" aria-label={batchText.saveResults}>
      {formats.map((format) => (
        <Button
          key={format}
          size="s"
          variant="quiet"
          reason={canSaveFiles() ? undefined : batchText.cannotSave}
          onClick={() => save(format)}
        >
          {batchText.saveAs[format]}
        </Button>
      ))}
    </div>
  )
}

function resultsCsv(results: readonly BatchResult[]): string {
  const { name, uuid, outcome, reason } = batchText.resultColumns
  return csvText(
    [name, uuid, outcome, reason],
    results.map(({ device, outcome: became, reason: why }) => [
      device.device_name,
      device.uuid,
      batchText.outcomes[became],
      why ?? null,
    ]),
  )
}

/** With the field names of the API, for use in scripts. */
const resultsJson = (results: readonly BatchResult[]): string =>
  `${JSON.stringify(
    results.map(({ device: { device_name, uuid }, outcome, reason = null }) => ({
      device_name,
      uuid,
      outcome,
      reason,
    })),
    null,
    2,
  )}\n`

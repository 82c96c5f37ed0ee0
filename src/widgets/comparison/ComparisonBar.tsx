import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { formatNumber } from '@/lib/format.ts'
import { canSaveFiles, saveTextFile } from '@/lib/save-file.ts'
import { commonText } from '@/messages/common/common.ts'
import { compareText } from '@/messages/common/compare.ts'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { comparisonCsv, comparisonText, countDifferences, type ComparedSection } from './compared.ts'
import styles from './ComparisonBar.module.css'

/** Whether only differences are shown. Stored in the URL, so that a shared link shows the same. */
export function useOnlyDifferences() {
  const [search, setSearch] = useSearchParams()
  const isShort = search.get('show') !== 'all'
  const setShort = (short: boolean) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (short) next.delete('show')
        else next.set('show', 'all')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [isShort, setShort] as const
}

export interface ComparisonBarProps {
  names: readonly [string, string]
  /** All sections. */
  sections: readonly ComparedSection[]
  /** The visible sections, which are copied and saved. */
  shown: readonly ComparedSection[]
  isShort: boolean
  onShort: (short: boolean) => void
  fileName: string
}

/** The bar above a comparison: number of differences, filter, copy and save. */
export function ComparisonBar({ names, sections, shown, isShort, onShort, fileName }: ComparisonBarProps) {
  const count = countDifferences(sections)
  const copy = async () => {
    const isCopied = await copyText(comparisonText(names, shown))
    showToast(
      isCopied ? { tone: 'ok', title: commonText.copied } : { tone: 'bad', title: commonText.copyFailed },
    )
  }
  return (
    <div className={styles.bar}>
      <b>{compareText.differences(formatNumber(count), count)}</b>
      <Checkbox label={compareText.onlyDifferences} checked={isShort} onChange={onShort} />
      <div className={styles.ways}>
        <Button size="s" icon={<IconCopy size={15} aria-hidden="true" />} onClick={() => void copy()}>
          {compareText.copy}
        </Button>
        <Button
          size="s"
          icon={<IconDownload size={15} aria-hidden="true" />}
          reason={canSaveFiles() ? undefined : compareText.cannotSave}
          onClick={() => saveTextFile(fileName, comparisonCsv(names, shown))}
        >
          {compareText.save}
        </Button>
      </div>
    </div>
  )
}

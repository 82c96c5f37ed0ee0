import { IconDownload, IconPhoto, IconTable } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { csvText } from '@/lib/csv.ts'
import { formatNumber, formatPercent } from '@/lib/format.ts'
import { canSaveFiles, fileName, saveBlob, saveTextFile } from '@/lib/save-file.ts'
import { chartText as text } from '@/messages/common/chart.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import type { Tone } from '@/ui/feedback/tone.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import styles from './BarChart.module.css'

export interface ChartBar {
  key: string
  label: string
  value: number
  tone: Tone
  /** The total for this bar; default: the chart's total. */
  of?: number
  /** The link target of the bar. */
  to?: string | undefined
  /** A short additional text. */
  note?: string | undefined
}

export interface BarChartProps {
  title: string
  bars: readonly ChartBar[]
  /** The total for percentages; default: the sum of the bars. */
  total?: number | undefined
  /** Column headers of the table and of the file. */
  headers: { label: string; value: string }
  /** Shown instead of a chart without bars. */
  empty: string
  /** The bars are parts of a whole: they are drawn as one bar, with a legend. */
  isDistribution?: boolean
  /** What the end of the scale stands for: "100 % = 1,204 devices". Without it, each bar has a total of its own. */
  scale?: ((total: number) => string) | undefined
  /** A note about the data and its source. */
  footer?: string | undefined
  /** The names of downloaded files, without extension. */
  file: string
}

/**
 * Categories as bars, each a link with its values as text; also available as a table, as CSV and as an image. The length of
 * a bar is its share: all charts have one scale, from 0 to 100 %. Bars are HTML elements instead of a canvas, so that they can be focused, read by screen readers and found by the browser's
 * search.
 */
export function BarChart({
  title,
  bars,
  total,
  headers,
  empty,
  isDistribution = false,
  scale,
  footer,
  file,
}: BarChartProps) {
  const [isTable, setTable] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const sum = total ?? bars.reduce((sum, { value }) => sum + value, 0)
  const shareOf = ({ value, of = sum }: ChartBar) => (of === 0 ? 0 : (value / of) * 100)
  const patterns = patternsOf(bars)
  const savePicture = async () => {
    const { barPicture } = await import('./bar-picture.ts')
    const picture =
      frame.current &&
      (await barPicture(
        frame.current,
        title,
        bars.map((bar) => ({ ...bar, share: shareOf(bar) })),
      ))
    if (picture) saveBlob(`${fileName(file)}.png`, picture)
    else showToast({ tone: 'bad', key: 'picture', title: text.pictureFailed })
  }
  const hasFile = canSaveFiles() && bars.length > 0
  return (
    <Panel
      title={title}
      footer={footer}
      actions={
        bars.length > 0 && (
          <>
            <IconButton
              size="s"
              label={text.asTable(title)}
              aria-pressed={isTable}
              icon={<IconTable size={16} aria-hidden="true" />}
              onClick={() => setTable(!isTable)}
            />
            {hasFile && (
              <>
                <IconButton
                  size="s"
                  label={text.saveCsv(title)}
                  icon={<IconDownload size={16} aria-hidden="true" />}
                  onClick={() =>
                    saveTextFile(
                      `${fileName(file)}.csv`,
                      csvText(
                        [headers.label, headers.value, text.share],
                        bars.map((bar) => [bar.label, bar.value, Math.round(shareOf(bar) * 10) / 10]),
                      ),
                    )
                  }
                />
                <IconButton
                  size="s"
                  label={text.savePicture(title)}
                  icon={<IconPhoto size={16} aria-hidden="true" />}
                  onClick={() => void savePicture()}
                />
              </>
            )}
          </>
        )
      }
    >
      <div ref={frame} className={styles.frame}>
        {bars.length === 0 ? (
          <p className={styles.empty}>{empty}</p>
        ) : isTable ? (
          <PlainTable label={title}>
            <TableHead columns={[headers.label, headers.value, text.share]} />
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key}>
                  <th scope="row">
                    {bar.to === undefined ? bar.label : <Link to={bar.to}>{bar.label}</Link>}
                    {bar.note !== undefined && <span className={styles.note}> {bar.note}</span>}
                  </th>
                  <td>{formatNumber(bar.value)}</td>
                  <td>{formatPercent(shareOf(bar))}</td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        ) : (
          <>
            {isDistribution && (
              <div className={styles.whole} aria-hidden="true">
                {bars.map((bar, nth) => (
                  <span
                    key={bar.key}
                    className={styles.fill}
                    data-tone={bar.tone}
                    data-pattern={patterns[nth]}
                    style={{ flexGrow: shareOf(bar) }}
                    title={`${bar.label}: ${formatNumber(bar.value)}`}
                  />
                ))}
              </div>
            )}
            <ul className={styles.bars} aria-label={title}>
              {bars.map((bar, nth) => (
                <li key={bar.key}>
                  <Bar bar={bar} share={shareOf(bar)} swatch={isDistribution ? patterns[nth] : undefined} />
                </li>
              ))}
            </ul>
            {!isDistribution && (
              <div className={styles.axis} aria-hidden="true">
                <span>{formatPercent(0)}</span>
                <span>{scale === undefined ? formatPercent(100) : scale(sum)}</span>
              </div>
            )}
          </>
        )}
      </div>
    </Panel>
  )
}

/** Bars of the same colour have different patterns. */
const PATTERNS = ['solid', 'hatched', 'dotted', 'crossed'] as const
type Pattern = (typeof PATTERNS)[number]

function patternsOf(bars: readonly ChartBar[]): readonly Pattern[] {
  const seen = new Map<Tone, number>()
  return bars.map(({ tone }) => {
    const nth = seen.get(tone) ?? 0
    seen.set(tone, nth + 1)
    return PATTERNS[nth % PATTERNS.length] ?? 'solid'
  })
}

interface BarProps {
  bar: ChartBar
  share: number
  /** The pattern of its part of the whole; undefined draws a bar of its own. */
  swatch: Pattern | undefined
}

function Bar({ bar, share, swatch }: BarProps) {
  const { label, value, tone, to, note } = bar
  const content = (
    <>
      <span className={styles.words}>
        <span className={styles.label}>
          {swatch !== undefined && (
            <span className={styles.swatch} data-tone={tone} data-pattern={swatch} aria-hidden="true" />
          )}
          {label}
          {note !== undefined && <span className={styles.note}> {note}</span>}
        </span>
        <span className={styles.figure}>
          <b>{formatNumber(value)}</b> <span className={styles.note}>{formatPercent(share)}</span>
        </span>
      </span>
      {swatch === undefined && (
        <span className={styles.track} aria-hidden="true">
          <span
            className={styles.fill}
            data-tone={tone}
            style={{ width: `${value === 0 ? 0 : Math.max(0.5, share)}%` }}
          />
        </span>
      )}
    </>
  )
  return to === undefined ? (
    <span className={styles.bar}>{content}</span>
  ) : (
    <Link to={to} className={styles.bar}>
      {content}
    </Link>
  )
}

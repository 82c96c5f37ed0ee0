import { compareText } from '@/messages/common/compare.ts'
import { Link } from '@/ui/layout/link.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { ComparedLines, ComparisonTable } from '@/ui/table/Comparison.tsx'
import { visibleSections, type ComparedSection } from './compared.ts'
import { ComparisonBar, useOnlyDifferences } from './ComparisonBar.tsx'

export interface ComparisonProps {
  /** Name and URL of both sides. */
  sides: readonly [ComparedSide, ComparedSide]
  sections: readonly ComparedSection[]
  /** Titles of the sections that contain one long text, which is compared by line. */
  texts: readonly string[]
  fileName: string
}

export interface ComparedSide {
  name: string
  to: string
}

/** Compares two things by section. A bar above can hide the equal rows. */
export function Comparison({ sides, sections, texts, fileName }: ComparisonProps) {
  const [isShort, setShort] = useOnlyDifferences()
  const shown = visibleSections(sections, isShort)
  const titles = new Set(shown.map(({ title }) => title))
  const alike = sections.filter(({ title, rows }) => !titles.has(title) && rows.length > 0)
  const names = [sides[0].name, sides[1].name] as const
  const headOf = ({ name, to }: ComparedSide) => (
    <Link key={to} to={to}>
      {name}
    </Link>
  )
  return (
    <>
      <ComparisonBar
        names={names}
        sections={sections}
        shown={shown}
        isShort={isShort}
        onShort={setShort}
        fileName={fileName}
      />
      {shown.map(({ title, rows }) => (
        <Panel key={title} title={title} flush={!texts.includes(title)}>
          {texts.includes(title) ? (
            <ComparedLines
              title={title}
              before={rows[0]?.before ?? ''}
              after={rows[0]?.after ?? ''}
              isShort={isShort}
            />
          ) : (
            <ComparisonTable
              label={title}
              names={names}
              heads={[headOf(sides[0]), headOf(sides[1])]}
              rows={rows}
            />
          )}
        </Panel>
      ))}
      {alike.length > 0 && <p>{compareText.alike(alike.map(({ title }) => title).join(', '))}</p>}
    </>
  )
}

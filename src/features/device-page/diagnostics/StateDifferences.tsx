import { stateText } from '@/messages/device-page/diagnostics.ts'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { Panel } from '@/ui/layout/Panel.tsx'
import { SortHeader, TableFrame } from '@/ui/table/Table.tsx'
import type { Difference } from './state-comparison.ts'
import styles from './Diagnostics.module.css'

const toneOf: Record<Difference['kind'], Tone> = {
  same: 'ok',
  changed: 'warn',
  added: 'info',
  removed: 'idle',
}

/** Compares the current state to the target state; differences come first. */
export function StateDifferences({ differences }: { differences: readonly Difference[] }) {
  const differing = differences.filter(({ kind }) => kind !== 'same')
  const ordered = [...differing, ...differences.filter(({ kind }) => kind === 'same')]
  return (
    <Panel
      title={stateText.compared}
      aside={
        <StatusBadge tone={differing.length === 0 ? 'ok' : 'warn'}>
          {differing.length === 0 ? stateText.allSame : stateText.differences(differing.length)}
        </StatusBadge>
      }
    >
      <p className={styles.intro}>{stateText.comparedIntro}</p>
      <TableFrame label={stateText.comparison}>
        <thead>
          <tr>
            <SortHeader>{stateText.what}</SortHeader>
            <SortHeader>{stateText.onDevice}</SortHeader>
            <SortHeader>{stateText.wanted}</SortHeader>
            <SortHeader>{stateText.verdict}</SortHeader>
          </tr>
        </thead>
        <tbody>
          {ordered.map(({ key, kind, current, target }) => (
            <tr key={key}>
              <th scope="row">{nameOf(key)}</th>
              <td>
                <Value text={current} />
              </td>
              <td>
                <Value text={target} />
              </td>
              <td>
                <StatusBadge tone={toneOf[kind]}>{stateText.kinds[kind]}</StatusBadge>
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </Panel>
  )
}

function Value({ text }: { text: string | undefined }) {
  if (text === undefined) return <span className={styles.quiet}>{stateText.nothing}</span>
  return <code className={styles.value}>{text}</code>
}

function nameOf(key: string): string {
  const service = /^service (.*)$/.exec(key)?.[1]
  if (service !== undefined) return stateText.service(service)
  return Object.entries(stateText.keys).find(([name]) => name === key)?.[1] ?? key
}

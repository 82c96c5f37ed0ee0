import { memo } from 'react'
import { labelled } from '@/messages/common/compose.ts'
import { logText } from '@/messages/device-page/device.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { isFiltering, noFilter, type LogFilter, type LogOrigin } from './log-filter.ts'
import type { ServiceNames } from './log-words.ts'
import { LogViewsMenu } from './LogViewsMenu.tsx'
import styles from './LogsPanel.module.css'

/** Delay after which a typed filter is applied. */
const FILTER_PAUSE_MS = 500

const origins: readonly LogOrigin[] = ['all', 'system', 'services']
const times = ['any', '60000', '600000', '3600000'] as const

interface LogFilterBarProps {
  filter: LogFilter
  names: ServiceNames
  onChange: (filter: LogFilter) => void
}

/** Filters the lines by service, message, time and origin, or by a saved view. */
export const LogFilterBar = memo(function LogFilterBar({ filter, names, onChange }: LogFilterBarProps) {
  const change = (part: Partial<LogFilter>) => onChange({ ...filter, ...part })
  const time = times.find((value) => value === String(filter.withinMs)) ?? 'any'
  return (
    <div className={styles.filters}>
      <SelectField
        label={logText.filterService}
        hideLabel
        value={String(filter.serviceId ?? '')}
        options={[
          { value: '', label: labelled(logText.filterService, logText.allServices) },
          ...[...names].map(([id, name]) => ({ value: String(id), label: name })),
        ]}
        onChange={(value) => change({ serviceId: value === '' ? null : Number(value) })}
      />
      <SelectField
        label={logText.filterSystem}
        hideLabel
        value={filter.origin}
        options={origins.map((value) => ({ value, label: logText.system[value] }))}
        onChange={(origin) => change({ origin })}
      />
      <SelectField
        label={logText.filterTime}
        hideLabel
        value={time}
        options={times.map((value) => ({ value, label: logText.times[value] }))}
        onChange={(value) => change({ withinMs: value === 'any' ? null : Number(value) })}
      />
      <SearchField
        label={logText.filterMessage}
        value={filter.message}
        pauseMs={FILTER_PAUSE_MS}
        isFilter={false}
        width="100%"
        onChange={(message) => change({ message })}
      />
      <LogViewsMenu filter={filter} names={names} onChange={onChange} />
      {isFiltering(filter) && (
        <Button size="s" variant="quiet" onClick={() => onChange(noFilter)}>
          {logText.clearFilter}
        </Button>
      )}
    </div>
  )
})

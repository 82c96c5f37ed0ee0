import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '@/domain/access/permissions.ts'
import { configVariablesQuery } from '@/domain/variable/config-variables.queries.ts'
import { choiceIn, withParams } from '@/lib/url-state.ts'
import { configText } from '@/messages/variables/variables.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { useListAddress } from '@/widgets/navigation/use-list-address.ts'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { matchesFilter, settingRows, type SettingRow } from './config-rows.ts'
import { ScreenFrame } from './ScreenFrame.tsx'
import { SettingDialog } from './SettingDialog.tsx'
import { SettingsTable } from './SettingsTable.tsx'
import { StagedBar } from './StagedBar.tsx'
import { useChanges } from './use-changes.ts'
import { variableAccess, type VariableOwner } from './variable-owner.ts'
import { variablesQuery } from './variables.queries.ts'
import styles from './Screen.module.css'

const shows = ['all', 'set'] as const

/** The configuration of a fleet or device: settings that the platform describes, and custom ones. */
export function ConfigurationScreen({ owner, role }: { owner: VariableOwner; role: Role }) {
  const variables = useSuspenseQuery(variablesQuery(owner, 'configuration'))
  const { data: lists } = useSuspenseQuery(configVariablesQuery(owner.deviceType))
  const { data } = variables
  const schemas = lists.configVarSchema.properties
  const changes = useChanges(owner, 'configuration', data)
  const access = variableAccess(role, owner.kind, 'configuration')
  const [editing, setEditing] = useState<SettingRow | 'new' | null>(null)
  const { wanted: params, change } = useListAddress()
  const text = params.get('q') ?? ''
  const show = choiceIn(params, 'show', shows, 'all')

  const { known, custom } = settingRows(changes.rows, schemas)
  const isMatch = (row: SettingRow) => matchesFilter(row, { text, setOnly: show === 'set' })
  const clear = () => change((now) => withParams(now, { q: undefined, show: undefined }))
  const parts = { data, changes, access, onEdit: setEditing }
  return (
    <ScreenFrame owner={owner} title={configText.title} documentTitle={configText.documentTitle(owner.name)}>
      <div className={styles.filters} role="search">
        <SearchField
          label={configText.searchLabel}
          placeholder={configText.search}
          value={text}
          width="min(280px, 100%)"
          onChange={(q) => change((now) => withParams(now, { q }), { replace: true })}
        />
        <SegmentedControl
          label={configText.show}
          value={show}
          options={shows.map((value) => ({ value, label: configText.shows[value] }))}
          onChange={(value) =>
            change((now) => withParams(now, { show: value === 'all' ? undefined : value }), { replace: true })
          }
        />
      </div>
      <StaleNotice query={variables} />
      <h2 className={styles.heading}>{configText.known[owner.kind]}</h2>
      <Settings
        {...parts}
        label={configText.known[owner.kind]}
        rows={known.filter(isMatch)}
        onClear={clear}
      />
      <div className={styles.headingRow}>
        <h2 className={styles.heading}>{configText.custom}</h2>
        <Button
          icon={<IconPlus size={16} aria-hidden="true" />}
          reason={access.create}
          onClick={() => setEditing('new')}
        >
          {configText.add}
        </Button>
      </div>
      {custom.length === 0 ? (
        <Card>
          <EmptyState compact title={configText.customEmpty} detail={configText.customNote} />
        </Card>
      ) : (
        <Settings {...parts} label={configText.custom} rows={custom.filter(isMatch)} onClear={clear} />
      )}
      <StagedBar changes={changes} schemas={schemas} />
      {editing !== null && (
        <SettingDialog
          row={editing === 'new' ? null : editing}
          changes={changes}
          lists={lists}
          schemas={schemas}
          onClose={() => setEditing(null)}
        />
      )}
    </ScreenFrame>
  )
}

type SettingsProps = Parameters<typeof SettingsTable>[0] & { onClear: () => void }

function Settings({ onClear, ...table }: SettingsProps) {
  if (table.rows.length > 0) return <SettingsTable {...table} />
  return (
    <Card>
      <EmptyState
        compact
        answers
        title={configText.emptyFiltered}
        action={<Button onClick={onClear}>{configText.clearFilter}</Button>}
      />
    </Card>
  )
}

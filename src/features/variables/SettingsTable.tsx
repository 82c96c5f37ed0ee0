import { paths } from '@/lib/paths.ts'
import { configText, variablesText } from '@/messages/variables/variables.ts'
import { StatusBadge, StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Switch } from '@/ui/form/Switch.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { propertyEditor } from './config-properties.ts'
import { effectiveValue, valueBelow, type SettingRow } from './config-rows.ts'
import { OverridesCell } from './OverridesCell.tsx'
import { RowActions } from './RowActions.tsx'
import type { Changes } from './use-changes.ts'
import { ChangeBadge, RowValue, Value } from './Value.tsx'
import type { VariableAccess } from './variable-owner.ts'
import type { VariableData } from './variables.queries.ts'
import cards from './RowCards.module.css'
import styles from './SettingsTable.module.css'

export interface SettingsTableProps {
  label: string
  rows: readonly SettingRow[]
  data: VariableData
  changes: Changes
  access: VariableAccess
  onEdit: (row: SettingRow) => void
}

/** Settings with their effective value, its source, and staged changes. */
export function SettingsTable({ label, rows, data, changes, access, onEdit }: SettingsTableProps) {
  const { columns } = configText
  const ofFleet = changes.target.owner.kind === 'fleet'
  return (
    <TableFrame label={label}>
      <thead className={cards.head}>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.value}</th>
          <th scope="col">{columns.source}</th>
          {ofFleet && <th scope="col">{columns.overrides}</th>}
          <th scope="col" data-align="end">
            {columns.actions}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={cards.row}>
            <SettingName row={row} failure={changes.failures[row.key]} />
            <td>
              <SettingValue row={row} changes={changes} access={access} />
            </td>
            <td>{configText.sources[effectiveValue(row).source]}</td>
            {ofFleet && (
              <td>
                <OverridesCell row={row} data={data} hrefOf={paths.deviceConfiguration} />
              </td>
            )}
            <td data-align="end" className={cards.end}>
              <SettingActions row={row} changes={changes} access={access} onEdit={() => onEdit(row)} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

function SettingName({ row, failure }: { row: SettingRow; failure: string | undefined }) {
  const { property } = row
  return (
    <th scope="row" className={cards.name}>
      <span className={cards.nameLine}>
        <code>{row.name}</code>
        <ChangeBadge change={row.change} />
        {property?.will_reboot && <StatusBadge tone="warn">{configText.reboots}</StatusBadge>}
      </span>
      {property?.description && <span className={cards.detail}>{property.description}</span>}
      {property?.warning && (
        <span className={cards.warning}>
          <StatusMark tone="warn" /> {property.warning}
        </span>
      )}
      {failure !== undefined && (
        <span className={cards.failure}>
          <StatusMark tone="bad" /> {variablesText.failed(failure)}
        </span>
      )}
    </th>
  )
}

type PartProps = Pick<SettingsTableProps, 'changes' | 'access'> & { row: SettingRow }

/** A setting with two values is a switch; others are edited in a dialog. */
function SettingValue({ row, changes, access }: PartProps) {
  const { key, name, serviceId, saved, change, property } = row
  const editor = property === null ? undefined : propertyEditor(property)
  const { value } = effectiveValue(row)
  if (editor?.kind === 'switch') {
    const on = value === editor.on
    return (
      <span className={styles.value}>
        <Switch
          label={configText.switchName(name)}
          on={on}
          text={on ? configText.on : configText.off}
          reason={saved === null ? access.create : access.update}
          onChange={(isOn) => {
            const next = isOn ? editor.on : editor.off
            // Switching back to the inherited value discards the change instead of setting the value here.
            if (saved === null && change !== null && next === valueBelow(row)) changes.undo(key)
            else changes.stage({ name, serviceId, value: next })
          }}
        />
        {change !== null && saved !== null && <RowValue row={row} />}
      </span>
    )
  }
  if (saved !== null || change !== null) return <RowValue row={row} />
  return value === null ? null : (
    <span className={styles.usual}>
      <Value value={value} />
    </span>
  )
}

function SettingActions({ row, changes, access, onEdit }: PartProps & { onEdit: () => void }) {
  const { name, property } = row
  const isSwitch = property !== null && propertyEditor(property).kind === 'switch'
  const labels = {
    undo: configText.undo(name),
    edit: configText.edit(name),
    remove: (property === null ? configText.remove : configText.reset)(name),
  }
  return (
    <RowActions row={row} changes={changes} access={access} labels={labels} onEdit={onEdit}>
      {isSwitch ? null : undefined}
    </RowActions>
  )
}

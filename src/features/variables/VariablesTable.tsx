import { variablesText } from '@/messages/variables/variables.ts'
import { classes } from '@/ui/classes.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { OverridesCell } from './OverridesCell.tsx'
import { editReason, RowActions, type RowActionsProps } from './RowActions.tsx'
import { isCovered, valueHere, type VariableRow } from './staged-variables.ts'
import type { Changes } from './use-changes.ts'
import { ChangeBadge, RowValue, Value } from './Value.tsx'
import type { VariableAccess } from './variable-owner.ts'
import type { VariableData } from './variables.queries.ts'
import cards from './RowCards.module.css'
import styles from './VariablesTable.module.css'

export interface VariablesTableProps {
  rows: readonly VariableRow[]
  data: VariableData
  changes: Changes
  access: VariableAccess
  onEdit: (row: VariableRow) => void
}

/** The variables of a fleet or device, with their staged changes. */
export function VariablesTable({ rows, data, changes, access, onEdit }: VariablesTableProps) {
  const { kind } = changes.target.owner
  const { columns } = variablesText
  return (
    <TableFrame label={variablesText.table[kind]}>
      <thead className={cards.head}>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col" className={cards.wide}>
            {columns.service}
          </th>
          <th scope="col">{columns.value}</th>
          <th scope="col">{kind === 'fleet' ? columns.overrides : columns.fleetValue}</th>
          <th scope="col" data-align="end">
            {columns.actions}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={cards.row}>
            <NameCell
              row={row}
              service={serviceName(row.serviceId, data)}
              failure={changes.failures[row.key]}
            />
            <td className={cards.wide}>{serviceName(row.serviceId, data)}</td>
            <td className={cards.whole}>
              <RowValue row={row} />
            </td>
            <td className={cards.whole}>
              {kind === 'fleet' ? (
                <OverridesCell row={row} data={data} />
              ) : (
                row.inherited !== null && (
                  <FleetValue
                    row={row}
                    value={row.inherited.value}
                    isOverridden={isCovered(row, changes.rows)}
                  />
                )
              )}
            </td>
            <td data-align="end" className={cards.end}>
              <VariableActions
                row={row}
                label={rowLabel(row, data)}
                changes={changes}
                access={access}
                onEdit={() => onEdit(row)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

/** The name of a variable's service; null stands for all services. */
export function serviceName(serviceId: number | null, { services }: Pick<VariableData, 'services'>): string {
  if (serviceId === null) return variablesText.allServices
  return services.find(({ id }) => id === serviceId)?.name ?? variablesText.unknownService
}

/** Identifies a variable to users: its name, with its service if it has one. */
const rowLabel = ({ name, serviceId }: VariableRow, data: VariableData) =>
  serviceId === null ? name : `${name} · ${serviceName(serviceId, data)}`

function NameCell({
  row,
  service,
  failure,
}: {
  row: VariableRow
  service: string
  failure?: string | undefined
}) {
  return (
    <th scope="row" className={cards.name}>
      <span className={cards.nameLine}>
        <code>{row.name}</code>
        <ChangeBadge change={row.change} />
      </span>
      <span className={classes(cards.detail, cards.narrow)}>{service}</span>
      {failure !== undefined && (
        <span className={cards.failure}>
          <StatusMark tone="bad" /> {variablesText.failed(failure)}
        </span>
      )}
    </th>
  )
}

/** The fleet's value, struck through if the device overrides it. */
function FleetValue({
  row,
  value,
  isOverridden,
}: {
  row: VariableRow
  value: string
  isOverridden: boolean
}) {
  if (isOverridden) return <span className={styles.source}>{variablesText.covered}</span>
  if (valueHere(row) === null) return <span className={styles.source}>{variablesText.fromFleet}</span>
  return (
    <span className={styles.source}>
      <span className={cards.narrow}>{variablesText.columns.fleetValue}</span>{' '}
      <del className={styles.covered}>
        <Value value={value} />
      </del>
    </span>
  )
}

interface VariableActionsProps extends Omit<RowActionsProps, 'labels' | 'children'> {
  label: string
}

/** The row's actions. A fleet's value is overridden, not edited. */
function VariableActions({ label, ...props }: VariableActionsProps) {
  const { row, access, onEdit } = props
  const labels = {
    undo: variablesText.undo(label),
    edit: variablesText.edit(label),
    remove: (row.inherited === null ? variablesText.remove : variablesText.removeOverride)(label),
  }
  return (
    <RowActions {...props} labels={labels}>
      {row.saved === null && row.change === null ? (
        <Button
          size="s"
          reason={editReason(row, access)}
          aria-label={variablesText.override(label)}
          onClick={onEdit}
        >
          {variablesText.overrideShort}
        </Button>
      ) : undefined}
    </RowActions>
  )
}

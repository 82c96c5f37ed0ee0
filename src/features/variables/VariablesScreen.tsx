import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '@/domain/access/permissions.ts'
import { configVariablesQuery } from '@/domain/variable/config-variables.queries.ts'
import { withParams } from '@/lib/url-state.ts'
import { variablesText } from '@/messages/variables/variables.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { useListAddress } from '@/widgets/navigation/use-list-address.ts'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { ScreenFrame } from './ScreenFrame.tsx'
import type { VariableRow } from './staged-variables.ts'
import { StagedBar } from './StagedBar.tsx'
import { useChanges } from './use-changes.ts'
import { variableAccess, type VariableOwner } from './variable-owner.ts'
import { VariableDialog } from './VariableDialog.tsx'
import { variablesQuery, type VariableData } from './variables.queries.ts'
import { VariablesTable } from './VariablesTable.tsx'
import styles from './Screen.module.css'

type Open = { kind: 'add' | 'import' | 'export' } | { kind: 'edit'; row: VariableRow }

/** The environment variables of a fleet or device, with the buttons to add some and the staged changes. */
export function VariablesScreen({ owner, role }: { owner: VariableOwner; role: Role }) {
  const variables = useSuspenseQuery(variablesQuery(owner, 'environment'))
  const { data: lists } = useSuspenseQuery(configVariablesQuery(owner.deviceType))
  const { data } = variables
  const changes = useChanges(owner, 'environment', data)
  const access = variableAccess(role, owner.kind, 'environment')
  const [open, setOpen] = useState<Open | null>(null)
  const { wanted: params, change } = useListAddress()
  const text = params.get('q') ?? ''
  const service = params.get('service') ?? ''
  const rows = changes.rows.filter((row) => matches(row, { text, service }))
  const close = () => setOpen(null)
  const dialog = { data, changes, onClose: close }

  return (
    <ScreenFrame
      owner={owner}
      title={variablesText.title}
      documentTitle={variablesText.documentTitle(owner.name)}
      count={changes.rows.length}
      actions={
        <>
          <Button
            icon={<IconUpload size={16} aria-hidden="true" />}
            reason={access.create}
            onClick={() => setOpen({ kind: 'import' })}
          >
            {variablesText.importFile}
          </Button>
          <Button
            icon={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => setOpen({ kind: 'export' })}
          >
            {variablesText.exportFile}
          </Button>
          <Button
            variant="primary"
            icon={<IconPlus size={16} aria-hidden="true" />}
            reason={access.create}
            onClick={() => setOpen({ kind: 'add' })}
          >
            {variablesText.add}
          </Button>
        </>
      }
    >
      <Filters
        text={text}
        service={service}
        data={data}
        onChange={(values) => change((now) => withParams(now, values), { replace: true })}
      />
      <StaleNotice query={variables} />
      {rows.length > 0 ? (
        <VariablesTable
          rows={rows}
          data={data}
          changes={changes}
          access={access}
          onEdit={(row) => setOpen({ kind: 'edit', row })}
        />
      ) : (
        <Card>
          {changes.rows.length === 0 ? (
            <EmptyState
              title={variablesText.empty[owner.kind]}
              detail={variablesText.emptyDetail[owner.kind]}
            />
          ) : (
            <EmptyState
              answers
              title={variablesText.emptyFiltered}
              action={
                <Button
                  onClick={() => change((now) => withParams(now, { q: undefined, service: undefined }))}
                >
                  {variablesText.clearFilter}
                </Button>
              }
            />
          )}
        </Card>
      )}
      <StagedBar changes={changes} />
      {open?.kind === 'add' && <VariableDialog {...dialog} row={null} lists={lists} />}
      {open?.kind === 'edit' && <VariableDialog {...dialog} row={open.row} lists={lists} />}
      {open?.kind === 'import' && <ImportDialog {...dialog} lists={lists} access={access} />}
      {open?.kind === 'export' && <ExportDialog {...dialog} />}
    </ScreenFrame>
  )
}

/** `service` is a service id as text; `all` for variables of all services; empty for no filter. */
interface Filter {
  text: string
  service: string
}

function matches(
  { name, serviceId, saved, inherited, change }: VariableRow,
  { text, service }: Filter,
): boolean {
  if (service !== '' && service !== String(serviceId ?? 'all')) return false
  const sought = text.toLowerCase()
  return [name, saved?.value, inherited?.value, change?.value].some((each) =>
    each?.toLowerCase().includes(sought),
  )
}

interface FiltersProps extends Filter {
  data: VariableData
  onChange: (values: Record<string, string | undefined>) => void
}

function Filters({ text, service, data, onChange }: FiltersProps) {
  return (
    <div className={styles.filters} role="search">
      <SearchField
        label={variablesText.searchLabel}
        placeholder={variablesText.search}
        value={text}
        width="min(280px, 100%)"
        onChange={(q) => onChange({ q })}
      />
      {data.services.length > 0 && (
        <SelectField
          label={variablesText.service}
          hideLabel
          value={service}
          options={[
            { value: '', label: variablesText.anyService },
            { value: 'all', label: variablesText.allServices },
            ...data.services.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(value) => onChange({ service: value })}
        />
      )}
    </div>
  )
}

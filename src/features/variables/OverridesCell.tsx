import { useState } from 'react'
import { paths } from '@/lib/paths.ts'
import { commonText } from '@/messages/common/common.ts'
import { overridesText, variablesText } from '@/messages/variables/variables.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { Pagination } from '@/ui/table/Pagination.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import type { VariableRow } from './staged-variables.ts'
import { Value } from './Value.tsx'
import type { Override, VariableData } from './variables.queries.ts'
import styles from './OverridesCell.module.css'

const PAGE_SIZE = 5

/** The overrides of a variable by devices: for all services, or for the variable's own service. */
function overridesOf(
  { name, serviceId }: Pick<VariableRow, 'name' | 'serviceId'>,
  overrides: readonly Override[],
): Override[] {
  return overrides.filter(
    (each) =>
      each.name === name && (serviceId === null || each.serviceId === null || each.serviceId === serviceId),
  )
}

export interface OverridesCellProps {
  row: VariableRow
  data: VariableData
  /** The page on which a device's value is edited. */
  hrefOf?: (uuid: string) => string
}

/** The number of devices that override a variable, with a dialog that lists them. */
export function OverridesCell({ row, data, hrefOf = paths.deviceVariables }: OverridesCellProps) {
  const [opened, setOpened] = useState(false)
  const overrides = overridesOf(row, data.overrides)
  if (overrides.length === 0) return <span className={styles.none}>{overridesText.none}</span>
  const close = () => setOpened(false)
  return (
    <>
      <Button
        size="s"
        variant="quiet"
        aria-label={overridesText.open(row.name, overrides.length)}
        onClick={() => setOpened(true)}
      >
        <span className={styles.narrow}>{overridesText.prefix}</span> {overridesText.count(overrides.length)}
      </Button>
      <Dialog
        opened={opened}
        onClose={close}
        title={overridesText.title(row.name)}
        footer={<Button onClick={close}>{commonText.close}</Button>}
      >
        <OverridesGrid overrides={overrides} data={data} hrefOf={hrefOf} />
      </Dialog>
    </>
  )
}

interface OverridesGridProps {
  overrides: readonly Override[]
  data: VariableData
  hrefOf: (uuid: string) => string
}

function OverridesGrid({ overrides, data, hrefOf }: OverridesGridProps) {
  const [page, setPage] = useState(1)
  const shown = overrides.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const withService = data.services.length > 0
  const nameOf = (serviceId: number | null) =>
    serviceId === null
      ? variablesText.allServices
      : (data.services.find(({ id }) => id === serviceId)?.name ?? variablesText.unknownService)
  return (
    <div className={styles.grid}>
      <p className={styles.detail}>{overridesText.detail}</p>
      <TableFrame label={overridesText.table} compact>
        <TableHead
          columns={[overridesText.device, withService && overridesText.service, overridesText.value]}
        />
        <tbody>
          {shown.map((each) => (
            <tr key={`${each.serviceId}:${each.id}`}>
              <td role="rowheader">
                <Link to={hrefOf(each.device.uuid)}>{each.device.name}</Link>
              </td>
              {withService && <td>{nameOf(each.serviceId)}</td>}
              <td>
                <Value value={each.value} />
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {overrides.length > PAGE_SIZE && (
        <Pagination page={page} pageSize={PAGE_SIZE} total={overrides.length} onPage={setPage} />
      )}
    </div>
  )
}

import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { formatNumber } from '@/lib/format.ts'
import { sshText as text } from '@/messages/preferences/preferences-ssh.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import { SelectionBar } from '@/ui/table/Table.tsx'
import { useRowSelection } from '@/ui/table/use-row-selection.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { AddSshKeyDialog } from './AddSshKeyDialog.tsx'
import { DeleteSshKeysDialog } from './DeleteSshKeysDialog.tsx'
import { ImportSshKeysDialog } from './ImportSshKeysDialog.tsx'
import { sshKeysQuery } from './ssh-keys.queries.ts'
import { SshKeysTable } from './SshKeysTable.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await cacheOf(args).ensureQueryData(sshKeysQuery())
  return null
}

/** The user's keys for SSH sessions. */
export function Component() {
  const keys = useSuspenseQuery(sshKeysQuery())
  const [open, setOpen] = useState<'add' | 'import' | 'delete' | null>(null)
  const { selection, chosen, clear } = useRowSelection(keys.data)
  const close = () => setOpen(null)
  return (
    <PageFrame
      title={text.title}
      count={keys.data.length}
      actions={<AddMenu onAdd={() => setOpen('add')} onImport={() => setOpen('import')} />}
    >
      <p>{text.intro}</p>
      <StaleNotice query={keys} />
      {keys.data.length === 0 ? (
        <Card>
          <EmptyState title={text.empty} detail={text.emptyDetail} />
        </Card>
      ) : (
        <SshKeysTable
          keys={keys.data}
          selection={selection}
          bar={
            chosen.length > 0 && (
              <SelectionBar>
                <Status as="b">{text.selected(formatNumber(chosen.length), chosen.length)}</Status>
                <Button
                  size="s"
                  icon={<IconTrash size={15} aria-hidden="true" />}
                  onClick={() => setOpen('delete')}
                >
                  {text.remove}
                </Button>
                <Button size="s" variant="quiet" onClick={clear}>
                  {text.clearSelection}
                </Button>
              </SelectionBar>
            )
          }
        />
      )}
      {open === 'add' && <AddSshKeyDialog onClose={close} />}
      {open === 'import' && <ImportSshKeysDialog saved={keys.data} onClose={close} />}
      {open === 'delete' && <DeleteSshKeysDialog keys={chosen} onClose={close} onDeleted={clear} />}
    </PageFrame>
  )
}

function AddMenu({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  return (
    <Menu
      trigger={
        <Button variant="primary" icon={<IconPlus size={16} aria-hidden="true" />}>
          {text.add} <IconChevronDown size={14} aria-hidden="true" />
        </Button>
      }
      groups={[
        {
          actions: [
            { label: text.importFrom, onSelect: onImport },
            { label: text.addManually, onSelect: onAdd },
          ],
        },
      ]}
    />
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.loadFailed} />

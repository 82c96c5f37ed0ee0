import { IconTerminal2 } from '@tabler/icons-react'
import { useState } from 'react'
import { inOrder } from '@/lib/equivalent-command.ts'
import { commonText } from '@/messages/common/common.ts'
import { stagedText } from '@/messages/variables/variables.ts'
import { ProgressBar } from '@/ui/chart/Bars.tsx'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { StatusBadge, StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { propertyOf, type Schemas } from './config-properties.ts'
import { LeaveWarning } from './LeaveWarning.tsx'
import type { Changes } from './use-changes.ts'
import { changeCommands } from './variable-commands.ts'
import styles from './StagedBar.module.css'

/** A bar at the bottom of the page with the staged changes, shown while there are any. */
export function StagedBar({ changes, schemas = {} }: { changes: Changes; schemas?: Schemas }) {
  const { changed, failures, progress } = changes
  const [firstFailure] = Object.values(failures)
  return (
    <>
      <LeaveWarning pending={changed.length > 0} />
      {changed.length > 0 && (
        <section className={styles.bar} aria-label={stagedText.bar}>
          {firstFailure !== undefined && (
            <p role="alert" className={styles.failure}>
              <StatusMark tone="bad" /> {stagedText.someFailed(firstFailure)}
            </p>
          )}
          {progress === null ? (
            <StagedChanges changes={changes} schemas={schemas} />
          ) : (
            <div className={styles.progress}>
              <Status paced>{stagedText.applying(progress.done, progress.count)}</Status>
              <ProgressBar
                label={stagedText.applying(progress.done, progress.count)}
                value={(progress.done / progress.count) * 100}
              />
            </div>
          )}
        </section>
      )}
    </>
  )
}

function StagedChanges({ changes, schemas }: { changes: Changes; schemas: Schemas }) {
  const { changed, target, applyAll, revertAll } = changes
  const [asking, setAsking] = useState<'revert' | 'apply' | 'commands' | null>(null)
  const rebooting = changed.filter(({ name }) => propertyOf(name, schemas)?.will_reboot)
  const names = (rows: typeof changed) => rows.map(({ name }) => name)
  const close = () => setAsking(null)
  return (
    <>
      <Status className={styles.text}>
        {stagedText.waiting(changed.length)}
        {rebooting.length > 0 && (
          <StatusBadge tone="warn">{stagedText.reboots(rebooting.length)}</StatusBadge>
        )}
      </Status>
      <div className={styles.buttons}>
        <Button
          variant="quiet"
          icon={<IconTerminal2 size={16} aria-hidden="true" />}
          onClick={() => setAsking('commands')}
        >
          {stagedText.commands}
        </Button>
        <Button onClick={() => setAsking('revert')}>{stagedText.revertAll}</Button>
        <Button
          variant="primary"
          onClick={() => (rebooting.length > 0 ? setAsking('apply') : void applyAll())}
        >
          {stagedText.applyAll}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking === 'revert'}
        onClose={close}
        title={stagedText.revertTitle}
        items={names(changed)}
        confirmLabel={stagedText.revertAll}
        danger
        onConfirm={async () => revertAll()}
      >
        {stagedText.revertBody(changed.length)}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'apply'}
        onClose={close}
        title={stagedText.rebootTitle}
        items={names(rebooting)}
        confirmLabel={stagedText.rebootConfirm}
        onConfirm={async () => void applyAll()}
      >
        {stagedText.rebootBody[target.owner.kind]}
      </ConfirmDialog>
      <Dialog
        opened={asking === 'commands'}
        onClose={close}
        title={stagedText.commandsTitle}
        size="l"
        footer={<Button onClick={close}>{commonText.close}</Button>}
      >
        <EquivalentCommand open {...inOrder(changed.map((row) => changeCommands(target, row)))} />
      </Dialog>
    </>
  )
}

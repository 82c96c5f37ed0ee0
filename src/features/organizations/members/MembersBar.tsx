import { offers } from '@/api/api.ts'
import { memberRoleText, membersText as text } from '@/messages/organizations/organization-members.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectionBar } from '@/ui/table/Table.tsx'
import styles from './MembersTable.module.css'

export interface MembersBarProps {
  count: number
  whyNotChange: string | undefined
  onChangeRole: () => void
  onClear: () => void
}

/** Actions on the selected members. */
export function MembersBar({ count, whyNotChange, onChangeRole, onClear }: MembersBarProps) {
  return (
    <SelectionBar>
      <Status as="b">{text.selected(count)}</Status>
      <div role="group" aria-label={text.selectedActions} className={styles.bar}>
        {offers('roles') && (
          <Button size="s" reason={whyNotChange} onClick={onChangeRole}>
            {memberRoleText.open}
          </Button>
        )}
        <Button size="s" variant="quiet" onClick={onClear}>
          {text.clear}
        </Button>
      </div>
    </SelectionBar>
  )
}

import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { organizationText } from '@/messages/organizations/organizations.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { StaleNotice, type Refreshable } from '@/widgets/query-states/StaleNotice.tsx'

export interface RosterPageProps {
  title: string
  /** Name of the organization. */
  organization: string
  query: Refreshable
  count: number
  remove: { label: string; reason: string | undefined; onPress: () => void }
  add: { label: string; icon: ReactNode; reason: string | undefined; onPress: () => void }
  /** Text of the empty state. */
  empty: { title: string; detail?: string }
  table: ReactNode
  /** Dialogs. */
  children: ReactNode
}

/** The members of a team or the teams of a member: a table with buttons to add rows and to remove selected ones. */
export function RosterPage({
  title,
  organization,
  query,
  count,
  remove,
  add,
  empty,
  table,
  children,
}: RosterPageProps) {
  const addButton = (
    <Button variant="primary" icon={add.icon} reason={add.reason} onClick={add.onPress}>
      {add.label}
    </Button>
  )
  return (
    <PageFrame
      title={title}
      documentTitle={organizationText.documentTitle(title, organization)}
      count={count}
      actions={
        <>
          <Button
            icon={<IconTrash size={16} aria-hidden="true" />}
            reason={remove.reason}
            onClick={remove.onPress}
          >
            {remove.label}
          </Button>
          {addButton}
        </>
      }
    >
      <StaleNotice query={query} />
      {count === 0 ? (
        <Card>
          <EmptyState {...empty} action={addButton} />
        </Card>
      ) : (
        table
      )}
      {children}
    </PageFrame>
  )
}

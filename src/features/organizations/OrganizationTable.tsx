import type { UseSuspenseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StaleNotice } from '@/domain/StaleNotice.tsx'
import { organizationText } from '@/messages/organizations.ts'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { Card } from '@/ui/Panel.tsx'
import { TableFrame } from '@/ui/Table.tsx'

export interface OrganizationTableProps {
  title: string
  organization: { name: string }
  query: UseSuspenseQueryResult<readonly unknown[]>
  /** What stands in place of a table without rows. */
  empty: { title: string; detail?: string }
  /** Head and body of the table. */
  children: ReactNode
}

/** A page of an organization that is one table. */
export function OrganizationTable({ title, organization, query, empty, children }: OrganizationTableProps) {
  return (
    <PageFrame
      title={title}
      documentTitle={organizationText.documentTitle(title, organization.name)}
      count={query.data.length}
    >
      <StaleNotice query={query} />
      {query.data.length === 0 ? (
        <Card>
          <EmptyState {...empty} />
        </Card>
      ) : (
        <TableFrame label={title}>{children}</TableFrame>
      )}
    </PageFrame>
  )
}

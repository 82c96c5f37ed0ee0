import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '@/api/error-message.ts'
import { supportText, ticketText as text } from '@/messages/support/support.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { OrganizationPicker } from './OrganizationPicker.tsx'
import { supportOrganizationsQuery, ticketFieldsQuery } from './support.queries.ts'
import { fieldsForCustomers } from './ticket-form.ts'
import { TicketForm } from './TicketForm.tsx'
import type { TicketState } from './use-ticket.ts'
import { View } from './View.tsx'

export interface TicketViewProps {
  ticket: TicketState
  onBack: () => void
}

/** A new ticket: the organization, and the fields that its help desk defines. */
export function TicketView({ ticket, onBack }: TicketViewProps) {
  const { data: organizations = [] } = useQuery(supportOrganizationsQuery())
  const supported = organizations.filter(({ hasSupport }) => hasSupport)
  const only = supported.length === 1 ? supported[0]?.id : undefined
  const chosen = ticket.draft.organization ?? only ?? null
  const { data, isError, error } = useQuery({ ...ticketFieldsQuery(chosen ?? 0), enabled: chosen !== null })
  if (isError && data === undefined) {
    return (
      <View>
        <ErrorState
          compact
          title={text.fieldsFailed}
          detail={text.fieldsFailedDetail(errorMessage(error))}
          action={<Button onClick={onBack}>{supportText.goBack}</Button>}
        />
      </View>
    )
  }
  const isSending = ticket.stage.kind === 'sending'
  return (
    <View>
      <OrganizationPicker
        organizations={organizations}
        chosen={chosen}
        isLocked={isSending}
        onChoose={(organization) => ticket.change({ organization })}
      />
      {chosen !== null && data === undefined && (
        <LoadingRegion>
          <SkeletonLines lines={9} height={34} />
        </LoadingRegion>
      )}
      {(chosen === null || data !== undefined) && (
        <TicketForm ticket={ticket} organization={chosen} fields={data ? fieldsForCustomers(data) : []} />
      )}
      <Button wide variant="quiet" onClick={onBack}>
        {supportText.back}
      </Button>
    </View>
  )
}

import type { RaisedTicket } from '@/api/model.ts'
import { supportText, ticketText as text } from '@/messages/support/support.ts'
import { useAnnounced } from '@/ui/feedback/use-announced.ts'
import { Button } from '@/ui/form/Button.tsx'
import { HelpCentreLink } from './HelpCentreLink.tsx'
import { View } from './View.tsx'

export interface TicketRaisedProps {
  ticket: RaisedTicket
  onAnother: () => void
  onBack: () => void
}

/** Confirms that the ticket was created, and offers the next steps. */
export function TicketRaised({ ticket, onAnother, onBack }: TicketRaisedProps) {
  const raised = text.raisedDetail(ticket.id, ticket.subject)
  useAnnounced(raised)
  return (
    <View>
      <p>{raised}</p>
      <Button wide onClick={onAnother}>
        {text.another}
      </Button>
      <HelpCentreLink />
      <Button wide variant="quiet" onClick={onBack}>
        {supportText.back}
      </Button>
    </View>
  )
}

import { useState } from 'react'
import { chatText, supportText, ticketText } from '@/messages/support.ts'
import { Drawer } from '@/ui/overlay/Drawer.tsx'
import { ChatStandIn } from './ChatStandIn.tsx'
import { SupportHome } from './SupportHome.tsx'
import { TicketRaised } from './TicketRaised.tsx'
import { TicketView } from './TicketView.tsx'
import { useTicket } from './use-ticket.ts'

const WIDTH_PX = 310

type Place = 'home' | 'ticket' | 'chat'

/** Where people ask for help. What they wrote is there again when they come back. */
export function SupportDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const ticket = useTicket()
  const [place, setPlace] = useState<Place>('home')
  const { stage, startOver } = ticket
  const isRaised = stage.kind === 'raised'
  const goHome = () => setPlace('home')
  return (
    <Drawer opened={opened} onClose={onClose} width={WIDTH_PX} title={titleOf(place, isRaised)}>
      {place === 'home' && (
        <SupportHome
          draft={ticket.draft}
          onRaise={() => setPlace('ticket')}
          chat={{ onOpened: onClose, onSimulated: () => setPlace('chat') }}
        />
      )}
      {place === 'chat' && <ChatStandIn onBack={goHome} />}
      {place === 'ticket' && !isRaised && <TicketView ticket={ticket} onBack={goHome} />}
      {place === 'ticket' && isRaised && (
        <TicketRaised
          ticket={stage.ticket}
          onAnother={startOver}
          onBack={() => {
            startOver()
            goHome()
          }}
        />
      )}
    </Drawer>
  )
}

function titleOf(place: Place, isRaised: boolean): string {
  if (place === 'ticket') return isRaised ? ticketText.raised : ticketText.title
  return place === 'chat' ? chatText.title : supportText.title
}

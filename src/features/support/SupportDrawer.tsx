import { useState } from 'react'
import { chatText, supportText, ticketText } from '@/messages/support/support.ts'
import { Drawer } from '@/ui/overlay/Drawer.tsx'
import { ChatStandIn } from './ChatStandIn.tsx'
import { SupportHome } from './SupportHome.tsx'
import { TicketRaised } from './TicketRaised.tsx'
import { TicketView } from './TicketView.tsx'
import { useTicket } from './use-ticket.ts'

const WIDTH_PX = 310

type ViewName = 'home' | 'ticket' | 'chat'

/** The support drawer. Keeps the draft of a ticket when it is closed. */
export function SupportDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const ticket = useTicket()
  const [view, setView] = useState<ViewName>('home')
  const { stage, startOver } = ticket
  const isRaised = stage.kind === 'raised'
  const goHome = () => setView('home')
  return (
    <Drawer opened={opened} onClose={onClose} width={WIDTH_PX} title={titleOf(view, isRaised)}>
      {view === 'home' && (
        <SupportHome
          draft={ticket.draft}
          onRaise={() => setView('ticket')}
          chat={{ onOpened: onClose, onSimulated: () => setView('chat') }}
        />
      )}
      {view === 'chat' && <ChatStandIn onBack={goHome} />}
      {view === 'ticket' && !isRaised && <TicketView ticket={ticket} onBack={goHome} />}
      {view === 'ticket' && isRaised && (
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

function titleOf(view: ViewName, isRaised: boolean): string {
  if (view === 'ticket') return isRaised ? ticketText.raised : ticketText.title
  return view === 'chat' ? chatText.title : supportText.title
}

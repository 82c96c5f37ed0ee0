import { useState } from 'react'
import { supportText, ticketText } from '@/messages/support.ts'
import { Drawer } from '@/ui/Drawer.tsx'
import { SupportHome } from './SupportHome.tsx'
import { TicketRaised } from './TicketRaised.tsx'
import { TicketView } from './TicketView.tsx'
import { useTicket } from './use-ticket.ts'

/** Spec 3 §9. */
const WIDTH_PX = 310

/** Where people ask for help. What they wrote is there again when they come back. */
export function SupportDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const ticket = useTicket()
  const [place, setPlace] = useState<'home' | 'ticket'>('home')
  const { stage, startOver } = ticket
  const isRaised = stage.kind === 'raised'
  const goHome = () => setPlace('home')
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      width={WIDTH_PX}
      title={place === 'home' ? supportText.title : isRaised ? ticketText.raised : ticketText.title}
    >
      {place === 'home' && <SupportHome draft={ticket.draft} onRaise={() => setPlace('ticket')} />}
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

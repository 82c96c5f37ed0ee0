import { useState } from 'react'
import type { RaisedTicket, TicketField } from '@/api/model.ts'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { raiseTicket } from './support.queries.ts'
import { emptyDraft, type TicketDraft } from './ticket-form.ts'

export type Stage =
  | { kind: 'writing' }
  | { kind: 'sending' }
  | { kind: 'failed'; why: string }
  | { kind: 'raised'; ticket: RaisedTicket }

/** A ticket from its first word to its number. What was written outlives a failure and the drawer. */
export function useTicket() {
  const [draft, setDraft] = useState(emptyDraft)
  const [stage, setStage] = useState<Stage>({ kind: 'writing' })
  return {
    draft,
    stage,
    change: (part: Partial<TicketDraft>) => setDraft((before) => ({ ...before, ...part })),
    async send(organization: number, fields: readonly TicketField[]) {
      setStage({ kind: 'sending' })
      try {
        const ticket = await raiseTicket(organization, draft, fields)
        setDraft(emptyDraft)
        setStage({ kind: 'raised', ticket })
      } catch (error) {
        setStage({ kind: 'failed', why: errorMessage(error) })
      }
    },
    startOver: () => setStage({ kind: 'writing' }),
  }
}

export type TicketState = ReturnType<typeof useTicket>

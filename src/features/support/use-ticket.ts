import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import type { RaisedTicket, TicketField } from '@/api/model.ts'
import { draftKey, forgetDraft, keepDraft, readDraft } from '@/domain/account/kept-drafts.ts'
import { ticketText as text } from '@/messages/support/support.ts'
import { raiseTicket } from './support.queries.ts'
import { draftFrom, emptyDraft, type TicketDraft } from './ticket-form.ts'

export type Stage =
  | { kind: 'writing' }
  | { kind: 'sending' }
  | { kind: 'failed'; why: string }
  | { kind: 'raised'; ticket: RaisedTicket }

/** State of a ticket. The draft survives a failure, closing the drawer and, without its files, a reload. */
export function useTicket() {
  const [key] = useState(() => draftKey('ticket'))
  const [draft, setDraft] = useState(() => draftFrom(readDraft(key)))
  const [stage, setStage] = useState<Stage>({ kind: 'writing' })
  return {
    draft,
    stage,
    change: (part: Partial<TicketDraft>) =>
      setDraft((before) => {
        const after = { ...before, ...part }
        keepDraft(key, { ...after, files: [] })
        return after
      }),
    async send(organization: number, fields: readonly TicketField[]) {
      setStage({ kind: 'sending' })
      try {
        const ticket = await raiseTicket(organization, draft, fields)
        setDraft(emptyDraft)
        forgetDraft(key)
        setStage({ kind: 'raised', ticket })
      } catch (error) {
        const isUnsure = isApiError(error) && error.isOutcomeUnknown
        setStage({ kind: 'failed', why: isUnsure ? text.unanswered : text.failed(errorMessage(error)) })
      }
    },
    startOver: () => setStage({ kind: 'writing' }),
  }
}

export type TicketState = ReturnType<typeof useTicket>

import type { TicketField } from '@/api/model.ts'
import { ticketCall } from '@/api/support.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { ticketText as text } from '@/messages/support/support.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Attachments } from './Attachments.tsx'
import { ccProblem, fieldProblem, missingIn, draftedTicket } from './ticket-form.ts'
import { TicketFieldInput } from './TicketFieldInput.tsx'
import type { TicketState } from './use-ticket.ts'
import styles from './support.module.css'

export interface TicketFormProps {
  ticket: TicketState
  organization: number | null
  fields: readonly TicketField[]
}

/** The ticket form, validated during typing. */
export function TicketForm({ ticket, organization, fields }: TicketFormProps) {
  const { draft, stage, change, send } = ticket
  const isSending = stage.kind === 'sending'
  const missing = missingIn({ ...draft, organization }, fields)
  const isWrong =
    ccProblem(draft.cc) !== undefined || fields.some((field) => fieldProblem(field, draft) !== undefined)
  const reason = missing.length > 0 ? text.missing(missing) : isWrong ? text.wrong : undefined
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending && reason === undefined && organization !== null) void send(organization, fields)
      }}
    >
      <fieldset disabled={isSending} className={styles.fields}>
        {fields.map((field) => (
          <TicketFieldInput
            key={field.id}
            field={field}
            draft={draft}
            onChange={(value) => change({ values: { ...draft.values, [field.id]: value } })}
          />
        ))}
        <TextField
          label={text.cc}
          description={text.ccDetail}
          inputMode="email"
          autoCapitalize="off"
          spellCheck={false}
          value={draft.cc}
          error={ccProblem(draft.cc)}
          onChange={({ target }) => change({ cc: target.value })}
        />
        <Attachments files={draft.files} onChange={(files) => change({ files })} />
      </fieldset>
      {stage.kind === 'failed' && <ErrorBanner>{stage.why}</ErrorBanner>}
      <Button type="submit" variant="primary" wide busy={isSending} reason={reason}>
        {isSending ? text.submitting : text.submit}
      </Button>
      {organization !== null && reason === undefined && draft.files.length === 0 && (
        <EquivalentCommand
          {...platformCommands(null, ticketCall(organization, draftedTicket(draft, fields, [])))}
        />
      )}
    </form>
  )
}

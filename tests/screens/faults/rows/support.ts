import { File as NodeFile } from 'node:buffer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { vi } from 'vitest'
import { reasonOf } from '../../variables/variable-screens.ts'
import { fill, press, type Row } from '../row.ts'
import { fromMenu } from './fleets.ts'

/** Uses the forms and files of Node: those of jsdom cannot be sent by its requests. */
const withFiles = async () => {
  const form = await new Response(new URLSearchParams()).formData()
  vi.stubGlobal('FormData', form.constructor)
  vi.stubGlobal('File', NodeFile)
  return '/404'
}

async function raise(drawer: HTMLElement): Promise<void> {
  const button = await within(drawer).findByRole('button', {
    name: /^(Raise a ticket|Continue your ticket)$/,
  })
  await waitFor(() => {
    if (reasonOf(button) !== undefined) throw new Error('Not yet')
  })
  fireEvent.click(button)
}

/** The form of a ticket, filled in. */
const ticket =
  (file: boolean): Row['open'] =>
  async (nth) => {
    if (screen.queryByRole('dialog', { name: 'New ticket' }) === null) {
      await fromMenu('Help', 'Support')()
      const drawer = await screen.findByRole('dialog', { name: /^(Support|New ticket)$/ })
      if (within(drawer).queryByRole('textbox', { name: 'Subject' }) === null) await raise(drawer)
    }
    const opened = await screen.findByRole('dialog', { name: 'New ticket' })
    await within(opened).findByRole('textbox', { name: 'Subject' })
    if (nth !== null) await fill(opened, { Subject: `Gate ${nth}`, Description: 'Offline', Area: 'A device' })
    if (file && within(opened).queryByText('gate.log') === null)
      fireEvent.change(within(opened).getByLabelText('Attachments (optional)'), {
        target: { files: [new File([new Uint8Array(10)], 'gate.log')] },
      })
    return opened
  }

/** Support. */
export const support: readonly Row[] = [
  {
    write: 'support.submitTicket',
    method: 'POST',
    path: '*/submit-ticket',
    at: '/404',
    as: 'mel',
    open: ticket(false),
    submit: 'Send ticket',
    isTyped: true,
    kept: /Your text is kept/,
    isDone: (form) => within(form).queryByText(/^Ticket number /) !== null,
    after: async () => press('Create another ticket'),
  },
  {
    write: 'support.uploadAttachment',
    method: 'POST',
    path: '*/upload-attachment',
    at: withFiles,
    as: 'mel',
    open: ticket(true),
    submit: 'Send ticket',
    isDone: (form) => within(form).queryByText(/^Ticket number /) !== null,
  },
]

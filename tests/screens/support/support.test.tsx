import { File as NodeFile } from 'node:buffer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, refuse, TOKEN_KEY, type Answer } from '../open-app.tsx'
import { openWorld, type OpenWorldOptions } from '../open-world.tsx'

const MB = 1_000_000
const aFile = (name: string, size: number) => new File([new Uint8Array(size)], name)

/** Uses the forms and files of Node: those of jsdom cannot be sent by its requests. */
beforeEach(async () => {
  const form = await new Response(new URLSearchParams()).formData()
  vi.stubGlobal('FormData', form.constructor)
  vi.stubGlobal('File', NodeFile)
})

async function openSupport() {
  await userEvent.click(await screen.findByRole('button', { name: 'Help' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Support' }))
  return within(await screen.findByRole('dialog', { name: 'Support' }))
}

/** Opens the support drawer, on a page that sends no requests itself. */
async function openDrawer(options: OpenWorldOptions = {}, path: Parameters<typeof openWorld>[0] = '/404') {
  const opened = await openWorld(path, { as: 'mel', ...options })
  return { ...opened, drawer: await openSupport() }
}

/** Opens the form of a new ticket, once its fields are loaded. */
async function openForm(options?: OpenWorldOptions) {
  const opened = await openDrawer(options)
  const raise = await opened.drawer.findByRole('button', { name: 'Raise a ticket' })
  await waitFor(() => expect(raise.getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(raise)
  const form = within(await screen.findByRole('dialog', { name: 'New ticket' }))
  await form.findByRole('textbox', { name: 'Subject' })
  return { ...opened, form }
}

type Form = Awaited<ReturnType<typeof openForm>>['form']

const write = async (field: HTMLElement, text: string) => {
  await userEvent.click(field)
  await userEvent.paste(text)
}

async function fillIn(form: Form) {
  await write(form.getByRole('textbox', { name: 'Subject' }), 'Gate')
  await write(form.getByRole('textbox', { name: 'Description' }), 'Offline')
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Area' }), 'A device')
}

/** Why a button is disabled; null if it is not. */
const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? null

const whenPathEnds =
  (part: string, response: () => Response): Answer =>
  ({ url }) =>
    new URL(url).pathname.endsWith(part) ? response() : undefined

test('a ticket is validated while typing, submitted and shown with its number, and another can be created [SUPPORT-001, SUPPORT-002, SUPPORT-003, SUPPORT-008, SUPPORT-009, SUPPORT-010, SUPPORT-014, SUPPORT-015, SUPPORT-016, SUPPORT-017]', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const sent: unknown[] = []
  const { form, asked } = await openForm({
    async answer(request) {
      if (!request.url.endsWith('/submit-ticket')) return undefined
      sent.push(await request.clone().json())
      await held
      return undefined
    },
  })
  expect(document.querySelector('[style*="min(310px, 100vw)"]')).toBeTruthy()
  expect(form.queryByLabelText(/^Type/)).toBeNull()
  const send = form.getByRole('button', { name: 'Send ticket' })
  expect(reasonOf(send)).toBe('Fill in first: Subject, Description and Area')
  expect(form.queryByRole('alert')).toBeNull()
  await fillIn(form)
  expect(reasonOf(send)).toBeNull()
  await userEvent.type(form.getByRole('textbox', { name: 'How many devices are affected (optional)' }), 'x')
  expect(form.getByRole('alert').textContent).toBe('Enter a whole number')
  expect(reasonOf(send)).toBe('Correct the marked fields')
  await userEvent.clear(form.getByRole('textbox', { name: 'How many devices are affected (optional)' }))
  const copies = form.getByRole('textbox', { name: /^Copy replies to/ })
  await write(copies, 'field')
  expect(form.getByRole('alert').textContent).toMatch(/address/)
  await write(copies, '@acme.example')
  expect(form.queryByRole('alert')).toBeNull()
  await userEvent.upload(form.getByLabelText('Attachments (optional)'), aFile('gate.log', 10))
  expect(form.getByRole('list', { name: 'Attached files' }).textContent).toContain('gate.log')
  await userEvent.click(send)
  expect((await form.findByRole('button', { name: 'Sending ticket' })).getAttribute('aria-busy')).toBe('true')
  letGo()

  const raised = within(await screen.findByRole('dialog', { name: 'Ticket sent' }))
  expect(raised.getByText(/4001: “Gate”/)).toBeVisible()
  expect(sent).toEqual([
    {
      subject: 'Gate',
      priority: 'normal',
      comment: { body: 'Offline', uploads: [expect.stringMatching(/^upload_/)] },
      email_ccs: ['field@acme.example'],
      custom_fields: [
        { id: 22_000_005, value: 'device' },
        { id: 22_000_007, value: false },
      ],
    },
  ])
  const upload = asked.find(({ url }) => url.endsWith('/upload-attachment'))
  expect(upload?.headers.get('content-type')).toMatch(/^multipart\/form-data/)
  expect(upload?.headers.get('authorization')).toMatch(/^Bearer /)
  expect(asked.some(({ url }) => url.endsWith('/can-access-support'))).toBe(true)
  expect(raised.getByRole('link', { name: 'Visit help centre' }).getAttribute('href')).toBe('/zendesk-login')
  await userEvent.click(raised.getByRole('button', { name: 'Create another ticket' }))
  const again = within(await screen.findByRole('dialog', { name: 'New ticket' }))
  expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('')
  await fillIn(again)
  await userEvent.click(again.getByRole('button', { name: 'Send ticket' }))
  const second = within(await screen.findByRole('dialog', { name: 'Ticket sent' }))
  await userEvent.click(second.getByRole('button', { name: 'Back' }))
  await screen.findByRole('dialog', { name: 'Support' })
})

test('no input is lost when a ticket is rejected or the drawer is closed; the alert shows the reason [SUPPORT-002]', async () => {
  let refused = true
  const { form } = await openForm({
    answer: (request) => (refused && request.url.endsWith('/submit-ticket') ? refuse(503) : undefined),
  })
  await fillIn(form)
  await userEvent.upload(form.getByLabelText('Attachments (optional)'), aFile('gate.log', 10))
  await userEvent.click(form.getByRole('button', { name: 'Send ticket' }))
  expect((await form.findByRole('alert')).textContent).toContain('The ticket was not sent')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Help' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Support' }))
  const again = within(await screen.findByRole('dialog', { name: 'New ticket' }))
  expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('Gate')
  expect(again.getByRole('list', { name: 'Attached files' }).textContent).toContain('gate.log')
  refused = false
  await userEvent.click(again.getByRole('button', { name: 'Send ticket' }))
  await screen.findByRole('dialog', { name: 'Ticket sent' })
})

test('a file of more than 5 MB is rejected with the limit; an empty one is only logged to the console [SUPPORT-005, SUPPORT-006, SUPPORT-018]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { form } = await openForm()
  const field = form.getByLabelText('Attachments (optional)')
  await userEvent.upload(field, [aFile('fit.log', 5 * MB), aFile('core.dump', 5 * MB + 1)])
  expect(form.getByRole('alert').textContent).toBe('core.dump exceeds the limit of 5 MB for an attachment')
  const files = form.getByRole('list', { name: 'Attached files' })
  expect(within(files).getAllByRole('listitem')).toHaveLength(1)
  await userEvent.upload(field, aFile('nothing.log', 0))
  expect(form.queryByRole('alert')).toBeNull()
  expect(logged).toHaveBeenCalledWith('nothing.log cannot be attached: the file is empty')
  logged.mockRestore()
  await userEvent.click(form.getByRole('button', { name: 'Remove fit.log' }))
  expect(form.queryByRole('list', { name: 'Attached files' })).toBeNull()
})

test('a form whose fields fail to load shows an error with a link back [SUPPORT-004]', async () => {
  const { drawer } = await openDrawer({ answer: whenPathEnds('/ticket-fields', () => refuse(400)) })
  const raise = await drawer.findByRole('button', { name: 'Raise a ticket' })
  await waitFor(() => expect(raise.getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(raise)
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('Something went wrong')).toBeTruthy()
  await userEvent.click(alert.getByRole('button', { name: 'Go back' }))
  await screen.findByRole('dialog', { name: 'Support' })
})

test('with one supported organization the selection is fixed, with the reason [SUPPORT-007]', async () => {
  const { form } = await openForm()
  const picker = form.getByRole('combobox', { name: 'Organization' })
  expect(reasonOf(picker)).toBe('You have only one organization')
})

test('with several supported organizations one is selected first, then its fields appear; those without support are disabled [SUPPORT-007, SUPPORT-014]', async () => {
  const { drawer, asked } = await openDrawer({
    as: 'ada',
    answer: whenPathEnds('/2/can-access-support', () => json(true)),
  })
  const raise = await drawer.findByRole('button', { name: 'Raise a ticket' })
  await waitFor(() => expect(raise.getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(raise)
  const form = within(await screen.findByRole('dialog', { name: 'New ticket' }))
  expect(reasonOf(form.getByRole('button', { name: 'Send ticket' }))).toContain('Organization')
  const picker = form.getByRole('combobox', { name: 'Organization' })
  expect(asked.some(({ url }) => url.endsWith('/ticket-fields'))).toBe(false)
  // Input in these fields would be lost with the selection.
  expect(form.queryByRole('textbox', { name: 'Description' })).toBeNull()
  await userEvent.selectOptions(picker, 'Acme Logistics')
  await form.findByRole('textbox', { name: 'Subject' })
  expect(reasonOf(picker)).toBeNull()
  expect(asked.filter(({ url }) => url.endsWith('/ticket-fields')).map(({ url }) => url)).toEqual([
    '/zendesk/v1/1/ticket-fields',
  ])
})

test.each<[string, string, OpenWorldOptions]>([
  [
    'an unverified address',
    'Verify your email address first',
    { change: (url, rows) => (url.includes('/v7/user(') ? rows.map(unverified) : rows) },
  ],
  [
    'no paid plan',
    'None of your organizations has private support. It is included in paid plans.',
    { answer: whenPathEnds('/can-access-support', () => json(false)) },
  ],
])(
  'with %s neither a ticket nor the help center can be opened [SUPPORT-011, SUPPORT-012]',
  async (_who, why, options) => {
    const { drawer } = await openDrawer(options)
    await waitFor(() => expect(reasonOf(drawer.getByRole('button', { name: 'Raise a ticket' }))).toBe(why))
    expect(reasonOf(drawer.getByRole('button', { name: 'Visit help centre' }))).toBe(why)
    await userEvent.click(drawer.getByRole('button', { name: 'Raise a ticket' }))
    expect(screen.queryByRole('dialog', { name: 'New ticket' })).toBeNull()
  },
)

const unverified = (row: Record<string, unknown>) => ({
  ...row,
  user_profile: Array.isArray(row['user_profile'])
    ? row['user_profile'].map((profile: object) => ({ ...profile, is_verified: false }))
    : row['user_profile'],
})

test('an admin who signed in as another user cannot open a ticket in their name [SUPPORT-013]', async () => {
  const { drawer } = await openDrawer({}, async (world) => {
    const signIn = { as: 'pat', method: 'PATCH', body: { username: 'mel' } } as const
    localStorage.setItem(TOKEN_KEY, await (await world.request('/login_', signIn)).text())
    return '/404'
  })
  const why = /^You are signed in as another user/
  await waitFor(() => expect(reasonOf(drawer.getByRole('button', { name: 'Raise a ticket' }))).toMatch(why))
  expect(reasonOf(drawer.getByRole('button', { name: 'Visit help centre' }))).toMatch(why)
})

/** Searches in the palette. */
async function search(text: string) {
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search or jump to' })
  await userEvent.click(field)
  await userEvent.paste(text)
}

test('the palette opens support', async () => {
  await openWorld('/404', { as: 'mel' })
  await screen.findByRole('heading', { level: 1 })
  await search('Support')
  await userEvent.click(await screen.findByRole('option', { name: /^Support/ }))
  await screen.findByRole('dialog', { name: 'Support' })
})

test('the preferences do not offer support [SHELL-022]', async () => {
  await openWorld('/preferences/experimental', { as: 'mel' })
  await screen.findByRole('heading', { level: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Help' }))
  const menu = within(await screen.findByRole('menu', { name: 'Help' }))
  expect(menu.queryByRole('menuitem', { name: 'Support' })).toBeNull()
  expect(menu.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await search('Support')
  await screen.findByText('Nothing matches “Support”')
  expect(screen.queryByRole('option', { name: /^Support/ })).toBeNull()
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import type { OpenWorldOptions } from '../open-world.tsx'
import { panel } from '../billing/billing-screens.ts'
import { settingsOf, setting } from '../fleets/settings-screens.ts'
import { below, ofTeam } from '../organizations/organization-screens.ts'

export interface Row {
  /** Method and resource, or the operation of the contract. */
  write: string
  /** Of an operation. */
  method?: 'POST' | 'PATCH' | 'DELETE'
  at: string | ((world: TestCloud) => Promise<string>)
  as?: NonNullable<OpenWorldOptions['as']>
  scenario?: string
  /** Opens the form and fills it in; each time with something else, or with nothing where that is null. */
  open: (nth: number | null) => Promise<HTMLElement>
  /** The button. */
  submit: string
  /** Something is typed there. */
  isTyped?: boolean
  /** How many there are of what is made or removed. */
  count?: (world: TestCloud) => Promise<number>
  by?: number
  /** Leaves what a success shows. */
  after?: () => Promise<void>
}

const press = async (name: string, place?: Pick<typeof screen, 'findByRole'>) =>
  fireEvent.click(await (place ?? screen).findByRole('button', { name }))

const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })

const type = (form: HTMLElement, label: string | RegExp, value: string) =>
  fireEvent.change(within(form).getByLabelText(label), { target: { value } })

/** A dialog that a button opens, with texts for its fields. */
const form =
  (button: string, title: string | RegExp, fields: (nth: number) => Record<string, string>) =>
  async (nth: number | null) => {
    // The page may be another one when its main part is there.
    fireEvent.click(
      await waitFor(() => within(screen.getByRole('main')).getByRole('button', { name: button })),
    )
    const opened = await dialog(title)
    if (nth !== null) for (const [label, value] of Object.entries(fields(nth))) type(opened, label, value)
    return opened
  }

const countOf =
  (path: string, as: NonNullable<OpenWorldOptions['as']> = 'ada') =>
  (world: TestCloud) =>
    world.count(`/v7/${path}`, as)

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'

const saved = async () => {
  const shown = within(await dialog('Copy the key now'))
  await press('I have saved it', shown)
}

/** One entry a write: how its form is opened, filled in and pressed. */
export const rows: readonly Row[] = [
  {
    write: 'POST team',
    at: below('/teams'),
    open: form('Create team', 'Create a team', (nth) => ({ 'Team name': `Night shift ${nth}` })),
    submit: 'Create team',
    isTyped: true,
    count: countOf('team/$count'),
  },
  {
    write: 'PATCH team',
    at: ofTeam('', 'Firmware'),
    open: form('Rename', /^Rename /, (nth) => ({ 'Team name': `Late shift ${nth}` })),
    submit: 'Rename',
    isTyped: true,
  },
  {
    write: 'DELETE team',
    at: ofTeam('', 'Firmware'),
    open: form('Delete team', /^Delete the team /, () => ({})),
    submit: 'Delete team',
    count: countOf('team/$count'),
    by: -1,
  },
  {
    write: 'POST organization',
    at: '/orgs',
    open: form('Create organization', 'Create an organization', (nth) => ({ Name: `Harbour Works ${nth}` })),
    submit: 'Create organization',
    isTyped: true,
    count: countOf('organization/$count'),
  },
  {
    write: 'PATCH organization',
    at: below(''),
    open: form('Rename', /^Rename /, (nth) => ({ Name: `Acme Freight ${nth}` })),
    submit: 'Rename',
    isTyped: true,
  },
  {
    write: 'keys.createForUser',
    method: 'POST',
    at: '/preferences/access-tokens',
    as: 'olive',
    open: form('Create key', 'Create an API key', (nth) => ({ Name: `Reports ${nth}`, Expires: 'never' })),
    submit: 'Create key',
    isTyped: true,
    after: saved,
  },
  {
    write: 'POST user_public_key',
    at: '/preferences/sshkeys',
    as: 'omar',
    open: async (nth) => {
      await press('Add new key')
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Add manually' }))
      const opened = await dialog('Add an SSH key')
      if (nth !== null) {
        type(opened, 'Title', `Bench ${nth}`)
        type(opened, 'Public key', `${KEY} omar@bench${nth}`)
      }
      return opened
    },
    submit: 'Add key',
    isTyped: true,
    count: countOf('user_public_key/$count', 'omar'),
  },
  {
    write: 'POST application',
    at: '/fleets',
    open: async (nth) => {
      await press('Create fleet', within(await screen.findByRole('main')))
      const opened = await dialog('Create a fleet')
      if (nth === null) return opened
      const list = within(opened).getByRole<HTMLSelectElement>('combobox', { name: 'Default device type' })
      await within(list).findByRole('option', { name: 'Raspberry Pi 4 (64-bit)' })
      const organization = within(opened).getByRole<HTMLSelectElement>('combobox', { name: 'Organization' })
      type(opened, 'Organization', organization.options[1]?.value ?? '')
      type(opened, 'Name', `new-fleet-${nth}`)
      type(
        opened,
        'Default device type',
        [...list.options].find(({ text }) => text.startsWith('Raspberry Pi 4'))?.value ?? '',
      )
      return opened
    },
    submit: 'Create fleet',
    count: countOf("application/$count?$filter=is_of__class eq 'fleet'"),
  },
  {
    write: 'PATCH application',
    at: settingsOf('depot-pilot'),
    open: async (nth) => {
      await press('Rename', await setting('Name'))
      const opened = await dialog('Rename this fleet')
      if (nth !== null) type(opened, 'New name', `depot-test-${nth}`)
      return opened
    },
    submit: 'Rename',
    isTyped: true,
  },
  {
    write: 'billing.changeAccount',
    method: 'PATCH',
    at: below('/billing'),
    open: async (nth) => {
      await press('Edit', await panel('Company info'))
      const opened = await dialog('Edit company info')
      if (nth !== null) type(opened, 'Email for invoices', `bills${nth}@acme-logistics.example`)
      return opened
    },
    submit: 'Save',
    isTyped: true,
  },
]

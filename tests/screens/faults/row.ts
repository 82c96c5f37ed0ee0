import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import type { OpenWorldOptions } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'

export type Person = NonNullable<OpenWorldOptions['as']>

/** How a user performs one write. */
export interface Row {
  /** Method and resource, or the operation of the contract. */
  write: string
  /** Distinguishes several ways to perform it. */
  way?: string
  /** The method of an operation. */
  method?: 'POST' | 'PATCH' | 'DELETE'
  /** Its path, if other requests are similar; a star matches anything. */
  path?: string
  at: string | ((world: TestCloud) => Promise<string>)
  /** Null: nobody is signed in. */
  as?: Person | null
  /** Sent without a token, although a user is signed in. */
  isAnonymous?: boolean
  scenario?: string
  simulated?: boolean
  /** Opens the form and fills it in, with other input each time; null: without input. */
  open: (nth: number | null, world: TestCloud) => Promise<HTMLElement>
  /** The name of the submit button. */
  submit: string | RegExp
  /** Replaces clicking the button. */
  press?: () => unknown
  /** The form has text input. */
  isTyped?: boolean
  /** The success message, if it is not the default of forms. */
  kept?: RegExp
  /** Errors are shown as a toast, because the clicked element is gone or has no space. */
  isNotified?: boolean
  /** The number of objects that are created or removed. */
  count?: (world: TestCloud) => Promise<number>
  by?: number
  /** Whether it was successful, if the form stays. */
  isDone?: (form: HTMLElement) => boolean
  /** Runs before a retry after a lost response. */
  again?: (form: HTMLElement) => Promise<void>
  /** What follows instead of an announcement and says so itself: another page, or a dialog with the result. */
  follows?: string
  /** Leaves the page or dialog after success. */
  after?: () => Promise<unknown>
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Input by label; a label that ends in a star matches by prefix. */
export type Fields = Readonly<Record<string, string | true>>

const labelled = (label: string) =>
  label.endsWith('*') ? (text: string) => text.includes(label.slice(0, -1)) : label

/** Types, selects and ticks. */
export async function fill(form: HTMLElement, fields: Fields): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = await within(form).findByLabelText<Field>(labelled(label), {
      selector: 'input, select, textarea',
    })
    if (value === true) {
      if (field instanceof HTMLInputElement && !field.checked) fireEvent.click(field)
    } else if (field instanceof HTMLSelectElement) {
      const option = await waitFor(() => {
        const found = [...field.options].find(({ text }) => text.startsWith(value))
        if (found === undefined) throw new Error(`No ${value} among ${field.textContent}`)
        return found
      })
      fireEvent.change(field, { target: { value: option.value } })
    } else fireEvent.change(field, { target: { value } })
  }
}

export type Steps = string | (() => Promise<unknown>)

export const press = async (name: string | RegExp, place?: Pick<typeof screen, 'findByRole'>) =>
  fireEvent.click(await (place ?? screen).findByRole('button', { name }))

/** Clicks the button that opens a form. The main element may be replaced while the page loads. */
export const pressMain = async (name: string | RegExp) =>
  fireEvent.click(
    await waitFor(() => {
      const [button] = within(screen.getByRole('main')).getAllByRole('button', { name })
      if (button === undefined || reasonOf(button) !== undefined) throw new Error(`No ${String(name)}`)
      return button
    }),
  )

/** A dialog that is opened by steps or a button, with its input. */
export const dialog =
  (steps: Steps | RegExp, title: string | RegExp, fields: (nth: number) => Fields = () => ({})) =>
  async (nth: number | null) => {
    await (typeof steps === 'function' ? steps() : pressMain(steps))
    const opened = await screen.findByRole('dialog', { name: title })
    if (nth !== null) await fill(opened, fields(nth))
    return opened
  }

/** A form in the page, in a region or group with this name. */
export const part =
  (
    role: 'region' | 'group' | 'main' | 'form',
    name: string | undefined,
    fields: (nth: number) => Fields = () => ({}),
  ) =>
  async (nth: number | null) => {
    const found = await screen.findByRole(role, name === undefined ? {} : { name })
    if (nth !== null) await fill(found, fields(nth))
    return found
  }

/** The number of rows of the data API. */
export const countOf =
  (resource: string, as: Person = 'ada', filter = '') =>
  (world: TestCloud) =>
    world.count(`/v7/${resource}/$count${filter === '' ? '' : `?$filter=${filter}`}`, as)

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import type { OpenWorldOptions } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'

export type Person = NonNullable<OpenWorldOptions['as']>

/** How a person makes one write. */
export interface Row {
  /** Method and resource, or the operation of the contract. */
  write: string
  /** Which of the ways to make it, where there are several. */
  way?: string
  /** Of an operation. */
  method?: 'POST' | 'PATCH' | 'DELETE'
  /** Its path, where others are asked in the same way meanwhile; a star stands for anything. */
  path?: string
  at: string | ((world: TestCloud) => Promise<string>)
  /** Null: nobody is signed in. */
  as?: Person | null
  /** Sent as by nobody, although somebody is signed in. */
  isAnonymous?: boolean
  scenario?: string
  simulated?: boolean
  /** Opens the form and fills it in; each time with something else, or with nothing where that is null. */
  open: (nth: number | null, world: TestCloud) => Promise<HTMLElement>
  /** The button, by its name. */
  submit: string | RegExp
  /** Instead of pressing a button. */
  press?: () => unknown
  /** Something is typed there. */
  isTyped?: boolean
  /** How it is said that it is kept, where not in the words of a form. */
  kept?: RegExp
  /** It is told by a notification, as the place where it is pressed is gone by then, or has no room. */
  isNotified?: boolean
  /** How many there are of what is made or removed. */
  count?: (world: TestCloud) => Promise<number>
  by?: number
  /** Whether it is done, where the form stays. */
  isDone?: (form: HTMLElement) => boolean
  /** Before it is pressed again after an answer was lost. */
  again?: (form: HTMLElement) => Promise<void>
  /** Leaves what a success shows. */
  after?: () => Promise<unknown>
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What is done to the fields of a form, by their labels; a label that ends in a star is a part of one. */
export type Fields = Readonly<Record<string, string | true>>

const labelled = (label: string) =>
  label.endsWith('*') ? (text: string) => text.includes(label.slice(0, -1)) : label

/** Writes, chooses and ticks. */
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

/** Presses the button that opens a form: the page may be another one when its main part is there. */
export const pressMain = async (name: string | RegExp) =>
  fireEvent.click(
    await waitFor(() => {
      const [button] = within(screen.getByRole('main')).getAllByRole('button', { name })
      if (button === undefined || reasonOf(button) !== undefined) throw new Error(`No ${String(name)}`)
      return button
    }),
  )

/** A dialog that some steps or a button of the page lead to, with what is filled in there. */
export const dialog =
  (steps: Steps | RegExp, title: string | RegExp, fields: (nth: number) => Fields = () => ({})) =>
  async (nth: number | null) => {
    await (typeof steps === 'function' ? steps() : pressMain(steps))
    const opened = await screen.findByRole('dialog', { name: title })
    if (nth !== null) await fill(opened, fields(nth))
    return opened
  }

/** A form that stands in the page, in a region or group of this name. */
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

/** How many rows of the data API there are. */
export const countOf =
  (resource: string, as: Person = 'ada', filter = '') =>
  (world: TestCloud) =>
    world.count(`/v7/${resource}/$count${filter === '' ? '' : `?$filter=${filter}`}`, as)

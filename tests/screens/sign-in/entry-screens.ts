import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestCloud } from '../../../mocks/hosts/node.ts'

/** Clicks a button by name. */
export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

/** Clicks a link by name. */
export const follow = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('link', { name }))

/** Pastes into a field, replacing its content: typing would compute the password strength for each key. */
export async function fill(label: string | RegExp, text: string) {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  if (text !== '') await userEvent.paste(text)
}

/** Submits the sign-in form for a demo user. */
export async function signInAs(name: string, password = 'flotilla-demo') {
  await fill('Email', `${name}@flotilla.example`)
  await fill('Password', password)
  await press('Sign in')
}

/** The emails sent to an address, newest first. */
export async function emailsTo(world: TestCloud, to: string): Promise<{ subject: string; link: string }[]> {
  const response = await world.request(`/__flotilla/emails?to=${encodeURIComponent(to)}`)
  return (await response.json()) as { subject: string; link: string }[]
}

/** The link in the newest email to an address. */
export async function emailedLink(world: TestCloud, to: string): Promise<string> {
  const [letter] = await emailsTo(world, to)
  if (letter === undefined) throw new Error(`No letter to ${to}`)
  return letter.link
}

/** The JSON bodies sent to a path, in order. */
export function bodiesOf(path: string) {
  const bodies: unknown[] = []
  const watch = async (request: Request) => {
    if (new URL(request.url).pathname === path && request.method !== 'OPTIONS')
      bodies.push(await request.clone().json())
    return undefined
  }
  return { bodies, watch }
}

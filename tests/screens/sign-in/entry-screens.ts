import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestCloud } from '../../../mocks/hosts/node.ts'

/** Presses a button by its name. */
export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

/** Follows a link by its name. */
export const follow = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('link', { name }))

/** Pastes into a field, in place of what is in it: each key would have the strength of a password told again. */
export async function fill(label: string | RegExp, text: string) {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  if (text !== '') await userEvent.paste(text)
}

/** Fills in the sign-in form of a person of the demo world and sends it. */
export async function signInAs(name: string, password = 'flotilla-demo') {
  await fill('Email', `${name}@flotilla.example`)
  await fill('Password', password)
  await press('Sign in')
}

/** What the platform has mailed to an address, newest first. */
export async function lettersTo(world: TestCloud, to: string): Promise<{ subject: string; link: string }[]> {
  const response = await world.request(`/__flotilla/mailbox?to=${encodeURIComponent(to)}`)
  return (await response.json()) as { subject: string; link: string }[]
}

/** The link of the newest letter to an address. */
export async function linkTo(world: TestCloud, to: string): Promise<string> {
  const [letter] = await lettersTo(world, to)
  if (letter === undefined) throw new Error(`No letter to ${to}`)
  return letter.link
}

/** What was sent to a path with a JSON body, in order. */
export function bodiesOf(path: string) {
  const bodies: unknown[] = []
  const watch = async (request: Request) => {
    if (new URL(request.url).pathname === path && request.method !== 'OPTIONS')
      bodies.push(await request.clone().json())
    return undefined
  }
  return { bodies, watch }
}

import { worldText } from '../messages/world.ts'

/** What the simulated world asks in the place of another party: who is it that signs in there? */
export interface SignInQuestion {
  party: string
  /** GitHub, Google, or the name of the identity provider. */
  title: string
  /** Addresses to choose from; any other may be typed. */
  people: string[]
}

/** What somebody finds who leaves the dashboard in a simulated world. */
export type ThirdPartyPlace =
  | { is: 'question'; address: string; question: SignInQuestion }
  /** The support portal, which knows the person by the signed token. */
  | { is: 'portal'; name: string; email: string; returnTo: string | null }
  /** Nobody plays that party. */
  | { is: 'elsewhere' }

export interface SimulatedThirdParties {
  /** Goes to an address, by a form when there are fields. Rejects with what is said there instead. */
  visitOutside(address: string, fields: Readonly<Record<string, string>> | null): Promise<ThirdPartyPlace>
  /** Approves as somebody, or refuses. Gives the address that leads back. */
  answerOutside(address: string, decision: 'approve' | 'refuse', email: string): Promise<string>
}

const MOST_REDIRECTS = 3
const JSON_TYPE = 'application/json'

/** The parties that the cloud plays at its own address. A page cannot read where a redirect leads, so it asks for JSON. */
export function simulatedThirdParties(
  apiUrl: string,
  send: (address: string, init: RequestInit) => Promise<Response>,
): SimulatedThirdParties {
  const ask = async (address: string, body?: object): Promise<object> => {
    const response = await send(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: JSON_TYPE, ...(body === undefined ? {} : { 'content-type': JSON_TYPE }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`.trim())
    const answer: unknown = await response.json()
    if (typeof answer !== 'object' || answer === null) throw new Error(worldText.strangeAnswer)
    return answer
  }
  const isPlayed = (address: string) =>
    URL.canParse(address) && new URL(address).origin === new URL(apiUrl).origin

  return {
    async visitOutside(start, fields) {
      if (!isPlayed(start)) return { is: 'elsewhere' }
      if (fields !== null) {
        const portal = (await ask(start, fields)) as { name: string; email: string; returnTo: string | null }
        return { is: 'portal', ...portal }
      }
      let address = start
      for (let redirects = 0; redirects < MOST_REDIRECTS; redirects++) {
        const answer = await ask(address)
        if ('people' in answer) return { is: 'question', address, question: answer as SignInQuestion }
        if (!('location' in answer)) break
        address = String(answer.location)
      }
      throw new Error(worldText.strangeAnswer)
    },
    async answerOutside(address, decision, email) {
      const { location } = (await ask(address, { decision, email })) as { location: string }
      return location
    },
  }
}

import { worldText } from '@/messages/control-panel/world.ts'

/** The sign-in question of a simulated third party. */
export interface SignInQuestion {
  party: string
  /** GitHub, Google, or the name of the identity provider. */
  title: string
  /** Emails to choose from; others can be typed. */
  people: string[]
}

/** What is shown instead of an external site in a simulated world. */
export type ThirdPartyPlace =
  | { is: 'question'; address: string; question: SignInQuestion }
  /** The support portal, which identifies the user by the signed token. */
  | { is: 'portal'; name: string; email: string; returnTo: string | null }
  /** An external site that is not simulated. */
  | { is: 'elsewhere' }

export interface SimulatedThirdParties {
  /** Opens a URL, with a form if there are fields. Rejects with the error message. */
  visitOutside(address: string, fields: Readonly<Record<string, string>> | null): Promise<ThirdPartyPlace>
  /** Approves or denies the sign-in. Returns the URL that leads back. */
  answerOutside(address: string, decision: 'approve' | 'refuse', email: string): Promise<string>
}

const MAX_REDIRECTS = 3
const JSON_TYPE = 'application/json'

/** Third parties simulated by the cloud. A page cannot read the target of a redirect, so JSON is requested. */
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
      for (let redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
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

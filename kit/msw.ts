import { http } from 'msw'
import type { HttpHandler } from 'msw'
import type { Cloud } from './cloud.ts'

/** The hosted platform, which its clients ask when nobody tells them otherwise. */
const HOSTED = ['https://api.balena-cloud.com', 'https://actions.balena-devices.com']

/**
 * Handlers for MSW, in a browser or in Node: requests to these addresses are answered by that cloud. Whatever else is asked is
 * left to other handlers.
 */
export function cloudHandlers(cloud: Pick<Cloud, 'fetch'>, urls: readonly string[] = HOSTED): HttpHandler[] {
  return urls.map((url) =>
    http.all(`${url.replace(/\/$/, '')}/*`, async ({ request }) => {
      try {
        return await cloud.fetch(request)
      } catch {
        // MSW would make a 500 of a dead network.
        return Response.error()
      }
    }),
  )
}

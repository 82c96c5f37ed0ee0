import { http } from 'msw'
import type { HttpHandler } from 'msw'
import type { Cloud } from './cloud.ts'

/** The hosted platform, the default of its clients. */
const HOSTED = ['https://api.balena-cloud.com', 'https://actions.balena-devices.com']

/**
 * Handlers for MSW, in a browser or in Node: requests to these addresses are answered by the cloud, all others are left to other
 * handlers.
 */
export function cloudHandlers(cloud: Pick<Cloud, 'fetch'>, urls: readonly string[] = HOSTED): HttpHandler[] {
  return urls.map((url) =>
    http.all(`${url.replace(/\/$/, '')}/*`, async ({ request }) => {
      try {
        return await cloud.fetch(request)
      } catch {
        // MSW would turn the exception into a 500 response instead of a network error.
        return Response.error()
      }
    }),
  )
}

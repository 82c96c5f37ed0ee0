import { Http } from './http.ts'
import { createServiceClient } from './service-client.ts'

/** For tests: a platform that handles each request, with the requests it received and its token store. */
export function httpWith(
  answer: (request: Request) => Response | Promise<Response>,
  stored: string | null = null,
) {
  let value = stored
  const token = {
    get: () => value,
    set: (next: string) => void (value = next),
    clear: () => void (value = null),
  }
  const requests: Request[] = []
  const http = new Http({
    apiUrl: 'https://api.example',
    token,
    onSessionEnd: () => {},
    onThrottled: () => {},
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      return answer(request.clone())
    },
  })
  return { http, services: createServiceClient(http), token, requests }
}

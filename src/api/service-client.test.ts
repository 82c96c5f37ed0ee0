import { expect, expectTypeOf, test } from 'vitest'
import { asCurl } from '@/lib/equivalent-command.ts'
import { isApiError } from './errors.ts'
import { httpWith } from './http-for-tests.ts'
import { Http } from './http.ts'
import { createServiceClient, serviceRequest } from './service-client.ts'

const pathOf = ({ url }: Request) => url.replace('https://api.example', '')

test('sends a call to its path with parameters, and returns the response', async () => {
  const { services, requests } = httpWith(() => Response.json([]))
  const lines = await services.json('get', '/device/v2/{uuid}/logs', {
    path: { uuid: 'a/b' },
    query: { count: 3, start: undefined },
  })
  expect(lines).toEqual([])
  expectTypeOf(lines).items.toHaveProperty('message').toEqualTypeOf<string>()
  expect(requests.map(pathOf)).toEqual(['/device/v2/a%2Fb/logs?count=3'])
  expect(requests[0]?.headers.get('Content-Type')).toBeNull()
})

test('sends a body as text, and records its fields with the change', async () => {
  const noted: unknown[] = []
  const sent: unknown[] = []
  const http = new Http({
    apiUrl: 'https://api.example',
    token: { get: () => null, set() {}, clear() {} },
    onSessionEnd() {},
    onThrottled() {},
    onChange: (change) => void noted.push(change),
    async fetch(_, init) {
      sent.push(init?.body, new Headers(init?.headers).get('Content-Type'))
      return new Response()
    },
  })
  await createServiceClient(http).done('patch', '/user/profile', { body: { company: 'Acme' } })
  expect(noted).toEqual([{ method: 'PATCH', path: '/user/profile', body: { company: 'Acme' } }])
  expect(sent).toEqual(['{"company":"Acme"}', 'application/json'])
})

test('sends a file as multipart form', async () => {
  const { services, requests } = httpWith(() => Response.json('upload_1'))
  const body = new FormData()
  body.set('file', new File(['hello'], 'a.txt'))
  const path = '/zendesk/v1/{orgId}/upload-attachment'
  expect(await services.json('post', path, { path: { orgId: 7 }, body })).toBe('upload_1')
  expect(requests[0]?.headers.get('Content-Type')).toContain('multipart/form-data; boundary=')
})

test('sends a form without files as text fields, and returns the response headers', async () => {
  const { services, requests } = httpWith(
    () => new Response('image', { headers: { 'Content-Disposition': 'attachment; filename="a.img"' } }),
  )
  const body = {
    appId: 7,
    version: '6.1.0',
    network: 'ethernet',
    fileType: '.img',
    wifiKey: 'a b&c',
  } as const
  const answer = await services.response('post', '/download', { body, asForm: true })
  expect(answer.headers.get('Content-Disposition')).toContain('a.img')
  expect(await answer.text()).toBe('image')
  expect(requests[0]?.headers.get('Content-Type')).toBe('application/x-www-form-urlencoded')
  const sent = await requests[0]?.text()
  expect(sent).toBe('appId=7&version=6.1.0&network=ethernet&fileType=.img&wifiKey=a+b%26c')
  const shown = asCurl('https://api.example', serviceRequest('post', '/download', { body, asForm: true }))
  expect(shown).toContain(`-H 'Content-Type: application/x-www-form-urlencoded' \\\n  --data-raw '${sent}'`)
})

test('uses another host if given', async () => {
  const { http, requests } = httpWith(() => Response.json({ started: true }))
  await createServiceClient(http, 'https://builder.example').json('post', '/v3/buildFromUrl', {
    query: { owner: 'acme', app: 'cold chain' },
    body: { url: 'https://code.example/a.tar.gz' },
  })
  expect(requests[0]?.url).toBe('https://builder.example/v3/buildFromUrl?owner=acme&app=cold%20chain')
})

test('returns an empty text or file for an empty response', async () => {
  const { services } = httpWith(() => new Response(null, { headers: { 'Content-Length': '0' } }))
  expect(await services.text('get', '/auth/totp/setup')).toBe('')
  const file = await services.blob('get', '/billing/v1/account/{orgId}/invoices/{number}/download', {
    path: { orgId: 7, number: '1041' },
  })
  expect(file.size).toBe(0)
})

test('does not parse a response that is not read, and discards it', async () => {
  const { services } = httpWith(() => new Response('OK'))
  const call = services.done('post', '/supervisor/v1/blink', { body: { uuid: 'abc' } })
  expect(await call).toBeUndefined()
})

test('throws errors of the request layer', async () => {
  const { services } = httpWith(() => Response.json('No', { status: 403 }))
  const call = services.json('get', '/user/v1/intercom')
  expect(await call.catch((error: unknown) => isApiError(error, 'forbidden'))).toBe(true)
})

test('a call as a value has the URL that is sent', () => {
  const body = { tier: 'free', annual: false }
  const path = '/billing/v1/account/{orgId}/plan'
  expect(serviceRequest('patch', path, { path: { orgId: 7 }, body })).toEqual({
    method: 'PATCH',
    path: '/billing/v1/account/7/plan',
    body,
  })
})

test('does not compile what the contract does not have', () => {
  const { json, done, text } = httpWith(() => new Response()).services
  const path = '/billing/v1/account/{orgId}/plan'
  void [
    // @ts-expect-error: no such path
    () => json('get', '/billing/v1/account/{organization}/plan', { path: { orgId: 7 } }),
    // @ts-expect-error: no such method
    () => json('post', path, { path: { orgId: 7 } }),
    // @ts-expect-error: no such parameter
    () => json('get', path, { path: { organization: 7 } }),
    // @ts-expect-error: no such query
    () => json('get', '/device/v2/{uuid}/logs', { path: { uuid: 'a' }, query: { counts: 3 } }),
    // @ts-expect-error: no such field
    () => done('patch', '/user/profile', { body: { firstname: 'Ada' } }),
    // @ts-expect-error: another type
    () => done('post', '/supervisor/v1/reboot', { body: { deviceId: 4, data: { force: 'yes' } } }),
    // @ts-expect-error: a body is needed
    () => text('post', '/login_'),
    // @ts-expect-error: no form is taken
    () => done('patch', '/user/profile', { body: {}, asForm: true }),
    // @ts-expect-error: no such option
    () => json('get', '/user/v1/intercom', { anonymus: true }),
  ]
})

test('a read that is cut short is unreadable; a write that is may have been done', async () => {
  const { services } = httpWith(
    () => new Response('[{"na', { headers: { 'Content-Type': 'application/json' } }),
  )
  await expect(services.json('get', '/device-types/v1')).rejects.toThrow(SyntaxError)
  await expect(services.json('post', '/api-key/user/full', { body: { name: 'CI' } })).rejects.toMatchObject({
    kind: 'network',
    isOutcomeUnknown: true,
  })
})

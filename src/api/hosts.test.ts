import { afterEach, expect, test } from 'vitest'
import { actionCalls, actionsService } from './actions.ts'
import { api, connectApi } from './api.ts'
import { builder } from './builder.ts'
import { supervisor, supervisorCalls } from './supervisor.ts'

const asked: string[] = []
afterEach(() => {
  api().stopDetecting()
  asked.length = 0
})

function connect(hosts: { actionsUrl?: string; builderUrl?: string }) {
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'token',
    ...hosts,
    async fetch(input, init) {
      const { method, url } = new Request(input, init)
      asked.push(`${method} ${url}`)
      return new Response('{"started":true,"releaseId":7}', {
        headers: { 'Content-Type': 'application/json' },
      })
    },
  })
}

const askEach = async () => {
  await actionsService().readChecks('cafe')
  await actionsService().send(actionCalls.startOsUpdate('cafe', '6.0.24'))
  await builder().buildFromUrl({ owner: 'acme', app: 'cold-chain', url: 'https://code.example/main.tar.gz' })
  await supervisor().send(supervisorCalls.reboot(1))
}

test('actions and builds are asked of their own hosts, the supervisor of the API', async () => {
  connect({ actionsUrl: 'https://actions.example', builderUrl: 'https://builder.example' })
  await askEach()
  expect(asked).toEqual([
    'GET https://actions.example/v1/cafe/checks',
    'POST https://actions.example/v2/cafe/resinhup',
    'POST https://builder.example/v3/buildFromUrl?headless=true&owner=acme&app=cold-chain',
    'POST https://api.example/supervisor/v1/reboot',
  ])
})

test('without hosts of their own, the API answers for them', async () => {
  connect({})
  await askEach()
  expect(asked.map((request) => new URL(request.split(' ')[1] ?? '').host)).toEqual(
    Array.from({ length: 4 }, () => 'api.example'),
  )
})

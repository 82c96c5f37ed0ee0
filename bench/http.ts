import { Agent, request } from 'node:http'
import { httpBounds } from './budgets.ts'
import type { Figure } from './report.ts'
import { devicePage, deviceWithServices } from './requests.ts'
import { startCloud } from './server.ts'
import { quantile } from './timing.ts'

const CLIENTS = 8
const WARM_UP_MS = 3_000
const MEASURED_MS = 8_000
/** The requests of one hour of office work; meanwhile the clock advances by an hour. */
const WORK_ROUNDS = 60
const REQUESTS_A_ROUND = 500
/** Memory is released when the server is idle: `mocks/hosts/release-memory.ts`. */
const REST_MS = 10_000

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

interface Asked {
  status: number
  text: string
}

function ask(port: number, path: string, token?: string, body?: object): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const method = body === undefined ? 'GET' : 'POST'
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      )
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function well(port: number, path: string, token?: string, body?: object): Promise<string> {
  const { status, text } = await ask(port, path, token, body)
  if (status >= 300) throw new Error(`${path} was answered ${status}: ${text.slice(0, 200)}`)
  return text
}

const rowsOf = (text: string) => (JSON.parse(text) as { d: Record<string, unknown>[] }).d

/** The throughput of several clients in the default world, and the memory of the server after an hour of work. */
async function measureHttp(): Promise<Figure[]> {
  const server = await startCloud()
  try {
    const { port } = server
    const token = await well(port, '/login_', undefined, {
      username: 'ada@flotilla.example',
      password: 'flotilla-demo',
    })
    const largest = rowsOf(
      await well(
        port,
        '/v7/application?$select=id&$expand=owns__device/$count&$filter=is_of__class%20eq%20%27fleet%27',
        token,
      ),
    ).toSorted((a, b) => Number(b['owns__device']) - Number(a['owns__device']))[0]
    const fleet = Number(largest?.['id'])
    const [device] = rowsOf(
      await well(
        port,
        `/v7/device?$select=uuid&$top=1&$filter=belongs_to__application%20eq%20${fleet}`,
        token,
      ),
    )
    const page = encodeURI(`/v7/${devicePage(fleet, 'device_name', 0)}`)

    const many = async (until: () => boolean, path: () => string) => {
      const times: number[] = []
      const client = async () => {
        while (!until()) {
          const started = performance.now()
          await well(port, path(), token)
          times.push(performance.now() - started)
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
      return times
    }
    const within = (ms: number) => {
      const end = performance.now() + ms
      return () => performance.now() >= end
    }
    await many(within(WARM_UP_MS), () => page)
    const times = await many(within(MEASURED_MS), () => page)
    const sorted = times.toSorted((a, b) => a - b)

    const paths = [page, encodeURI(`/v7/${deviceWithServices(String(device?.['uuid']))}`)]
    for (let round = 0; round < WORK_ROUNDS; round++) {
      await well(port, '/__flotilla/clock', undefined, { advanceMs: 60_000 })
      let left = REQUESTS_A_ROUND
      await many(
        () => left-- <= 0,
        () => paths[left % paths.length] ?? page,
      )
    }
    const working = server.memoryMB()
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
    const memory = server.memoryMB()
    return [
      {
        what: `first page of devices with status, ${CLIENTS} clients`,
        value: (times.length / MEASURED_MS) * 1_000,
        unit: '/s',
        ...httpBounds.pages,
        note: `${times.length.toLocaleString('en')} answers, p95 ${quantile(sorted, 0.95).toFixed(1)} ms`,
      },
      { what: 'of these, p99', value: quantile(sorted, 0.99), unit: 'ms', ...httpBounds.slowest },
      ...(memory === undefined || working === undefined
        ? []
        : [
            {
              what: `the server's memory after an hour and ${(WORK_ROUNDS * REQUESTS_A_ROUND).toLocaleString('en')} requests`,
              value: memory,
              unit: 'MB' as const,
              ...httpBounds.memory,
              note: `${REST_MS / 1_000} s after the last one; ${working.toFixed(0)} MB while it works`,
            },
          ]),
    ]
  } finally {
    server.stop()
    agent.destroy()
  }
}

process.stdout.write(JSON.stringify(await measureHttp()))

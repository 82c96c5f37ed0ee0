/** A request to the data API and the response of the open-source backend, without ids and dates. */
export interface RecordedRequest {
  method: string
  path: string
  body?: unknown
  kind: string
  resource: string
  ordered?: boolean
  expected: { status: number; type: string; body: unknown }
}

interface Reply {
  status: number
  type: string
  text: string
  json: unknown
}

export interface Platform {
  call(method: string, path: string, body?: unknown): Promise<Reply>
  must(method: string, path: string, body?: unknown): Promise<unknown>
  rows(path: string): Promise<unknown>
}

export interface ReplayedAnswer {
  status: number
  type: string
  body: unknown
}

export interface Difference {
  index: number
  what: string
  request: RecordedRequest
  given: ReplayedAnswer
}

export function replay(platform: Platform, requests: readonly RecordedRequest[]): Promise<ReplayedAnswer[]>
export function differences(
  recorded: readonly RecordedRequest[],
  answers: readonly ReplayedAnswer[],
): Difference[]

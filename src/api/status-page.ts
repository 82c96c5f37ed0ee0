import { answerText } from '@/messages/common/answers.ts'
import { ApiError, errorFromResponse } from './errors.ts'
import { requestThirdParty } from './third-party.ts'

const TIMEOUT_MS = 10_000
const WHO = answerText.sites.statusPage

export interface Maintenance {
  id: string
  name: string
  /** ISO times. */
  from: string
  until: string
}

export interface PlatformStatus {
  /** `none` if everything works; otherwise the severity. */
  indicator: string
  /** A short description without a full stop. */
  description: string
  /** URL of the page for users. */
  pageUrl: string
  /** Current and planned maintenance, in order. */
  maintenances: readonly Maintenance[]
}

/** Reads the state of the platform from a status page. Throws `ApiError`. */
export async function readPlatformStatus(statusUrl: string, signal?: AbortSignal): Promise<PlatformStatus> {
  const address = `${statusUrl}/api/v2/summary.json`
  const response = await requestThirdParty(address, { who: WHO, signal, timeoutMs: TIMEOUT_MS })
  if (!response.ok) throw await errorFromResponse(response)
  const status = statusOf(await response.json().catch(() => null), statusUrl)
  if (status === undefined) throw new ApiError('server', answerText.unreadableOf(WHO))
  return status
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function statusOf(summary: unknown, statusUrl: string): PlatformStatus | undefined {
  const status = fieldOf(summary, 'status')
  const [indicator, description] = [fieldOf(status, 'indicator'), fieldOf(status, 'description')]
  if (typeof indicator !== 'string' || typeof description !== 'string') return undefined
  const planned = fieldOf(summary, 'scheduled_maintenances')
  const pageUrl = fieldOf(fieldOf(summary, 'page'), 'url')
  return {
    indicator,
    description: description.replace(/\.$/, ''),
    pageUrl: typeof pageUrl === 'string' && /^https?:/.test(pageUrl) ? pageUrl : statusUrl,
    maintenances: (Array.isArray(planned) ? planned : [])
      .flatMap(maintenanceOf)
      .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from)),
  }
}

function maintenanceOf(row: unknown): Maintenance[] {
  const [id, name, from, until, stage] = ['id', 'name', 'scheduled_for', 'scheduled_until', 'status'].map(
    (field) => fieldOf(row, field),
  )
  if (typeof id !== 'string' || typeof name !== 'string' || stage === 'completed') return []
  if (typeof from !== 'string' || typeof until !== 'string') return []
  return Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(until)) ? [] : [{ id, name, from, until }]
}

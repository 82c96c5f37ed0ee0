import type { WorldFleet } from '@/simulation/world-file/world-schema.ts'

export interface FleetTemplate extends Pick<WorldFleet, 'name' | 'type' | 'tags' | 'services' | 'places'> {
  /** As a share of all devices. */
  share: number
  names: string
  personas: Record<string, number>
}

type ServiceLogs = NonNullable<NonNullable<WorldFleet['services']>[number]['logs']>

/** Lines with their intervals, and a level unless they are information. */
export const log = (...lines: readonly (readonly [string, string, 'warning'?])[]): ServiceLogs => ({
  lines: lines.map(([text, every, level]) => ({ text, every, ...(level !== undefined && { level }) })),
})

export const healthy = { steady: 96, slow: 2, flaky: 2 }
export const mobile = { steady: 90, flaky: 5, slow: 3, asleep: 2 }

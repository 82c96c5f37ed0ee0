import { firstLook } from './first-look.ts'
import { releaseDay } from './release-day.ts'
import type { Scenario } from './scenario.ts'

export const scenarios: readonly Scenario[] = [firstLook, releaseDay]

/** Throws a sentence that names the scenarios there are. */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found !== undefined) return found
  throw new Error(`There is no scenario "${name}"; there are ${scenarios.map((one) => one.name).join(', ')}`)
}

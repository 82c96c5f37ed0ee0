import { model } from '../../../openapi/generated/model.ts'
import type { ResourceName } from '../../../openapi/generated/model.ts'
import { dataOperations } from '../../../openapi/generated/operations.ts'
import type { DataVerb } from '../../../openapi/generated/operations.ts'
import type { MadeRow, Sample } from './sample.ts'
import { fleetSamples } from './samples-fleets.ts'
import { peopleSamples } from './samples-people.ts'
import type { Subjects } from './subjects.ts'

const samples: Partial<Record<ResourceName, Sample>> = { ...fleetSamples, ...peopleSamples }

export const resources = Object.values(model)

/** Every writable resource of the contract with its sample. Throws if a sample is missing. */
export const writable: [name: ResourceName, sample: Sample][] = resources
  .filter(({ readOnly }) => !readOnly)
  .map(({ name }) => {
    const sample = samples[name]
    if (sample === undefined) throw new Error(`No sample of ${name}`)
    return [name, sample]
  })

const offered = new Set<string>(dataOperations.map(({ id }) => id))

/** Whether the contract has this operation on a resource. */
export const offers = (resource: ResourceName, verb: DataVerb): boolean => offered.has(`${resource}.${verb}`)

/** Creates a row as the user with all permissions. */
export async function newRow(
  resource: ResourceName,
  sample: Sample,
  it: Subjects,
  turn: number,
): Promise<MadeRow> {
  if (sample.make !== undefined) return sample.make(it, turn)
  if (sample.body === undefined) throw new Error(`Nobody makes a row of ${resource}`)
  const body = await sample.body(it, turn)
  const { as = 'ada' } = sample
  const response = await it.world.request(`/v7/${resource}`, { as, method: 'POST', body })
  if (response.status !== 201) {
    throw new Error(`POST ${resource} answered ${response.status}: ${await response.text()}`)
  }
  const { id } = (await response.json()) as { id: number }
  return { id, as }
}

/** Runs a test with a new row, and deletes it if possible, so that the next test finds the world unchanged. */
export async function withRow(
  resource: ResourceName,
  sample: Sample,
  it: Subjects,
  look: (made: MadeRow) => Promise<void>,
): Promise<void> {
  const made = await newRow(resource, sample, it, it.next())
  await look(made)
  if (sample.never?.delete !== undefined) return
  const response = await it.world.request(`/v7/${resource}(${made.id})`, { as: made.as, method: 'DELETE' })
  if (response.status !== 200) throw new Error(`DELETE ${resource} answered ${response.status}`)
}

import type { TownAnswer } from '../../openapi/generated/control.d.ts'
import { HttpError } from '../base/http-error.ts'
import { townMeant, townNamed } from '../worlds/gazetteer.ts'

const MAX_TOWNS = 60

/** The towns with the names in `?name=…&name=…`, for those who write a world file. */
export function findTowns({ searchParams }: URL): TownAnswer[] {
  const names = searchParams.getAll('name')
  if (names.length === 0 || names.length > MAX_TOWNS || names.some((name) => name.length > 80))
    throw new HttpError(400, `Specify "name", once for each of up to ${MAX_TOWNS} towns`)
  return names.map((asked) => {
    const town = townNamed(asked) ?? null
    return { asked, town, meant: town === null ? (townMeant(asked) ?? null) : null }
  })
}

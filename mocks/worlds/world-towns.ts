import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import { HttpError } from '../base/http-error.ts'
import { townMeant, townNamed } from './gazetteer.ts'
import { isPlaceCode } from './places.ts'
import type { Site } from './places.ts'

type Fleet = NonNullable<WorldFile['fleets']>[number]

const MAX_IN_CODE = 20

function codeOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_IN_CODE - 3)
  for (let nth = 1; ; nth++) {
    const code = nth === 1 ? plain || 'town' : `${plain || 'town'}-${nth}`
    if (!taken.has(code)) return code
  }
}

/** “Springfield” alone would hide which one it is. */
const shown = (
  wanted: string,
  { name, region, country }: { name: string; region: string; country: string },
) => (/[,(]/.test(wanted) && region !== '' ? `${name}, ${region}, ${country}` : `${name}, ${country}`)

interface Named {
  /** The name in the file, and its site. */
  sites: ReadonlyMap<string, Site>
  problems: readonly string[]
}

function sitesOf({ places = [] }: Fleet, at: number): Named {
  const sites = new Map<string, Site>()
  const problems: string[] = []
  const taken = new Set(places.map((place) => (typeof place === 'string' ? place : place.code)))
  for (const [nth, place] of places.entries()) {
    if (typeof place !== 'string' || isPlaceCode(place) || sites.has(place)) continue
    const town = townNamed(place)
    if (town === undefined) {
      const meant = townMeant(place)
      const question = meant === undefined ? '' : `; did you mean "${meant}"?`
      problems.push(`fleets.${at}.places.${nth}: there is no town "${place}"${question}`)
      continue
    }
    const code = codeOf(town.name, taken)
    taken.add(code)
    sites.set(place, {
      code,
      name: shown(place, town),
      latitude: town.latitude,
      longitude: town.longitude,
    })
  }
  return { sites, problems }
}

type Group = NonNullable<Fleet['devices']>[number]

/** A group whose places have the codes of the towns that it names. */
function withCodes(group: Group, sites: ReadonlyMap<string, Site> | undefined): Group {
  if (group.places === undefined) return group
  const places = Object.entries(group.places).map(([place, weight]) => [
    sites?.get(place)?.code ?? place,
    weight,
  ])
  return { ...group, places: Object.fromEntries(places) as Record<string, number> }
}

/** The world file with the places of its towns. Throws 400 with all unknown names. */
export function withTowns(file: WorldFile): WorldFile {
  const { fleets = [], problems = [] } = file
  const named = fleets.map(sitesOf)
  const unknown = named.flatMap((each) => each.problems)
  if (unknown.length > 0) throw new HttpError(400, `This world file cannot be opened: ${unknown.join('; ')}`)
  return {
    ...file,
    fleets: fleets.map((fleet, at) =>
      fleet.places === undefined
        ? fleet
        : {
            ...fleet,
            places: fleet.places.map((place) =>
              typeof place === 'string' ? (named[at]?.sites.get(place) ?? place) : place,
            ),
            ...(fleet.devices !== undefined && {
              devices: fleet.devices.map((group) => withCodes(group, named[at]?.sites)),
            }),
          },
    ),
    ...(problems.length > 0 && {
      problems: problems.map((problem) => {
        if (problem.kind === 'release' || problem.places === undefined) return problem
        const { sites } = named[fleets.findIndex(({ name }) => name === problem.fleet)] ?? {}
        return { ...problem, places: problem.places.map((place) => sites?.get(place)?.code ?? place) }
      }),
    }),
  }
}

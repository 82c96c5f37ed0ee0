import type { DataClient } from '@/api/data.ts'
import { capturedFieldNames } from './captured-fields.ts'
import type { PatientReader } from './patient-reader.ts'

/** Rows in one answer: an open backend takes seconds for more. */
const ROWS = 500

const joined = { $select: ['id'] } as const
const named = { $select: ['name'] } as const

/** Reads page after page: each begins after the last id of the one before, which stays fast however many there are. */
async function allPages<Row extends { id: number }>(
  read: (after: { id: { $gt: number } }) => Promise<Row[]>,
  each: (rows: Row[]) => void,
): Promise<void> {
  for (let last = 0; ;) {
    const rows = await read({ id: { $gt: last } })
    each(rows)
    if (rows.length < ROWS) return
    last = rows.at(-1)?.id ?? last
  }
}

/** Ids in the address of one request. */
const IDS = 200

const chunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / IDS) }, (_, at) => ids.slice(at * IDS, (at + 1) * IDS))

const inPages = { $orderby: { id: 'asc' }, $top: ROWS } as const

/** All requests of a capture: only reads, and only of the fields in `captured-fields.ts`. */
export class AccountReader {
  readonly #data: DataClient
  readonly #reader: PatientReader

  constructor(data: DataClient, reader: PatientReader) {
    this.#data = data
    this.#reader = reader
  }

  /** The same for the rows that belong to others, as many at a time as fit the address of a request. */
  async #allOf<Row extends { id: number }>(
    owners: readonly number[],
    read: (ids: number[], after: { id: { $gt: number } }, signal: AbortSignal | undefined) => Promise<Row[]>,
  ): Promise<Row[]> {
    const all: Row[] = []
    for (const ids of chunks(owners))
      all.push(...(await this.#all((after, signal) => read(ids, after, signal))))
    return all
  }

  async #all<Row extends { id: number }>(
    read: (after: { id: { $gt: number } }, signal: AbortSignal | undefined) => Promise<Row[]>,
  ): Promise<Row[]> {
    const all: Row[] = []
    await allPages(
      (after) => this.#reader.read((signal) => read(after, signal)),
      (rows) => all.push(...rows),
    )
    return all
  }

  organizations() {
    return this.#all(($filter, signal) =>
      this.#data.query('organization', signal, {
        $select: capturedFieldNames('organization'),
        $filter,
        ...inPages,
      }),
    )
  }

  /** How many devices these fleets have. */
  async countDevices(fleets: readonly number[]): Promise<number> {
    let total = 0
    for (const ids of chunks(fleets))
      total += await this.#reader.read((signal) =>
        this.#data.query('device', signal, {
          $count: { $filter: { belongs_to__application: { $in: ids } } },
        }),
      )
    return total
  }

  memberships(organizations: readonly number[]) {
    return this.#allOf(organizations, (ids, after, signal) =>
      this.#data.query('organization_membership', signal, {
        $select: capturedFieldNames('organization_membership'),
        $expand: {
          user: { $select: capturedFieldNames('user') },
          is_member_of__organization: joined,
          organization_membership_role: { $select: capturedFieldNames('organization_membership_role') },
        },
        $filter: { ...after, is_member_of__organization: { $in: ids } },
        ...inPages,
      }),
    )
  }

  fleetMemberships(fleets: readonly number[]) {
    return this.#allOf(fleets, (ids, after, signal) =>
      this.#data.query('user_application_membership', signal, {
        $select: capturedFieldNames('user_application_membership'),
        $expand: { user: joined, is_member_of__application: joined, application_membership_role: named },
        $filter: { ...after, is_member_of__application: { $in: ids } },
        ...inPages,
      }),
    )
  }

  teams(organizations: readonly number[]) {
    return this.#allOf(organizations, (ids, after, signal) =>
      this.#data.query('team', signal, {
        $select: capturedFieldNames('team'),
        $expand: {
          belongs_to__organization: joined,
          team_membership: { $select: ['id'], $expand: { user: joined } },
          team_application_access: {
            $select: ['id'],
            $expand: { grants_access_to__application: joined, application_membership_role: named },
          },
        },
        $filter: { ...after, belongs_to__organization: { $in: ids } },
        ...inPages,
      }),
    )
  }

  plans(organizations: readonly number[]) {
    return this.#allOf(organizations, (ids, after, signal) =>
      this.#data.query('subscription', signal, {
        $select: capturedFieldNames('subscription'),
        $expand: { is_for__organization: joined, is_for__plan: { $select: capturedFieldNames('plan') } },
        $filter: { ...after, is_for__organization: { $in: ids } },
        ...inPages,
      }),
    )
  }

  /** Fleets, apps and blocks, with their services and tags. */
  fleets(organizations: readonly number[]) {
    return this.#allOf(organizations, (ids, after, signal) =>
      this.#data.query('application', signal, {
        $select: capturedFieldNames('application'),
        $expand: {
          organization: joined,
          should_be_running__release: joined,
          is_for__device_type: {
            $select: capturedFieldNames('device_type'),
            $expand: { is_of__cpu_architecture: { $select: capturedFieldNames('cpu_architecture') } },
          },
          service: { $select: capturedFieldNames('service') },
          application_tag: { $select: capturedFieldNames('application_tag') },
        },
        $filter: { ...after, organization: { $in: ids }, is_host: false },
        ...inPages,
      }),
    )
  }

  variableNames(fleet: number) {
    return this.#all((after, signal) =>
      this.#data.query('application_environment_variable', signal, {
        $select: capturedFieldNames('application_environment_variable'),
        $filter: { ...after, application: fleet },
        ...inPages,
      }),
    )
  }

  /** The newest releases of a fleet. */
  newestReleases(fleet: number, most: number) {
    return this.#reader.read((signal) =>
      this.#data.query('release', signal, {
        ...this.#release,
        $filter: { belongs_to__application: fleet },
        $orderby: { id: 'desc' },
        $top: most,
      }),
    )
  }

  releases(ids: readonly number[]) {
    return this.#allOf(ids, (some, after, signal) =>
      this.#data.query('release', signal, {
        ...this.#release,
        ...inPages,
        $filter: { $and: [after, { id: { $in: some } }] },
      }),
    )
  }

  readonly #release = {
    $select: capturedFieldNames('release'),
    $expand: { is_created_by__user: joined, release_tag: { $select: capturedFieldNames('release_tag') } },
  }

  /** The sizes of the images of a release, by service. */
  imagesOf(release: number) {
    return this.#reader.read((signal) =>
      this.#data.query('release_image', signal, {
        $select: capturedFieldNames('release_image'),
        $expand: {
          image: { $select: capturedFieldNames('image'), $expand: { is_a_build_of__service: joined } },
        },
        $filter: { is_part_of__release: release },
      }),
    )
  }

  /** All devices of a fleet, page by page. */
  async devices(fleet: number, each: (rows: DeviceRow[]) => void): Promise<void> {
    await allPages(
      (after) =>
        this.#reader.read((signal) =>
          devicePage(this.#data, signal, { ...after, belongs_to__application: fleet }),
        ),
      each,
    )
  }
}

const devicePage = (
  data: DataClient,
  signal: AbortSignal | undefined,
  $filter: { id: { $gt: number }; belongs_to__application: number },
) =>
  data.query('device', signal, {
    $select: capturedFieldNames('device'),
    $expand: {
      is_of__device_type: {
        $select: capturedFieldNames('device_type'),
        $expand: { is_of__cpu_architecture: { $select: capturedFieldNames('cpu_architecture') } },
      },
      is_running__release: joined,
      is_pinned_on__release: joined,
      device_tag: { $select: capturedFieldNames('device_tag') },
    },
    $filter,
    ...inPages,
  })

export type DeviceRow = Awaited<ReturnType<typeof devicePage>>[number]
export type FleetRow = Awaited<ReturnType<AccountReader['fleets']>>[number]
export type ReleaseRow = Awaited<ReturnType<AccountReader['releases']>>[number]
export type TeamRow = Awaited<ReturnType<AccountReader['teams']>>[number]

import { HttpError } from '../base/http-error.ts'
import type { ResourceRules, RuleContext } from '../http/resource-rules.ts'
import { removeRow } from '../store/cascade.ts'
import { newHex } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import type { RowInput } from '../store/stored-row.ts'
import { parseSemver, rawVersionOf } from '../store/versions.ts'
import { retarget, setFleetTarget } from './release-sync.ts'

const VERSION_FIELDS = [
  'semver_major',
  'semver_minor',
  'semver_patch',
  'semver_prerelease',
  'variant',
] as const

type ReleaseInput = RowInput<'release'>

const idsOf = (found: ArrayLike<number> | undefined): number[] => Array.from(found ?? [])

/** The next revision of a final version, starting at 0; ignores the release `except` (docs/platform/derived-values.md). */
export function nextRevision(
  store: Store,
  fleet: number,
  version: Pick<ReleaseInput, (typeof VERSION_FIELDS)[number]>,
  except?: number,
): number {
  const releases = store.rows('release')
  let next = 0
  for (const id of idsOf(releases.find('belongs_to__application', fleet))) {
    const row = releases.row(id)
    const revision = row.revision
    if (id === except || typeof revision !== 'number') continue
    if (VERSION_FIELDS.every((field) => row[field] === version[field])) next = Math.max(next, revision + 1)
  }
  return next
}

function semverParts(semver: string | undefined): ReleaseInput {
  if (semver === undefined) return {}
  const parts = parseSemver(semver)
  if (parts === undefined) throw new HttpError(400, 'Invalid semver format')
  return parts
}

function checkCommit({ store }: RuleContext, values: ReleaseInput, except?: number): void {
  const { commit, belongs_to__application: fleet, status } = values
  if (status !== 'success' || typeof fleet !== 'number') return
  const releases = store.rows('release')
  const taken = idsOf(releases.find('belongs_to__application', fleet)).some((id) => {
    const row = releases.row(id)
    return id !== except && row.commit === commit && row.status === 'success'
  })
  if (taken) {
    throw new HttpError(
      400,
      'It is necessary that each application that owns a release1 that has a status that is equal to "success" and has a commit1, owns at most one release2 that has a status that is equal to "success" and has a commit2 that is equal to the commit1.',
    )
  }
}

export const releaseRules: ResourceRules<'release'> = {
  completes: true,

  create(context, values) {
    const { body, now, store } = context
    const version: ReleaseInput = {
      semver_major: 0,
      semver_minor: 0,
      semver_patch: 0,
      semver_prerelease: '',
      semver_build: '',
      variant: '',
      ...values,
      ...semverParts(values.semver),
    }
    const fleet = values.belongs_to__application
    const final = body['is_final'] !== false
    const revision = final && typeof fleet === 'number' ? nextRevision(store, fleet, version) : null
    const row: ReleaseInput = {
      is_invalidated: false,
      is_passing_tests: true,
      ...version,
      // The platform ignores values sent by clients.
      update_timestamp: now,
      revision,
      is_finalized_at__date: final ? now : null,
      is_created_by__user: context.access.caller.kind === 'user' ? context.access.caller.user : null,
    }
    delete row.semver
    delete row.is_final
    checkCommit(context, row)
    return row
  },

  created({ store }, handle) {
    retarget(store, store.rows('release').row(handle).belongs_to__application)
  },

  update(context, handle, changes) {
    const { store, now } = context
    const row = store.rows('release').row(handle)
    const fleet = row.belongs_to__application
    const isFinal = typeof row.revision === 'number'
    if (changes.is_final === false && isFinal) {
      throw new HttpError(400, 'Finalized releases cannot be converted to draft.')
    }
    const { revision } = changes
    if (typeof revision === 'number' && revision < 0)
      throw new HttpError(
        400,
        'It is necessary that each release that has a revision, has a revision that is greater than or equal to 0.',
      )
    const version = semverParts(changes.semver)
    const planned: ReleaseInput = { ...changes, ...version, update_timestamp: now }
    delete planned.semver
    delete planned.is_final
    const finalizes = changes.is_final === true && !isFinal
    if (finalizes || (isFinal && Object.keys(version).length > 0)) {
      planned.revision = nextRevision(store, fleet, { ...row, ...planned }, handle)
    }
    if (finalizes) planned.is_finalized_at__date = now
    const invalid = planned.is_invalidated ?? row.is_invalidated
    if (typeof planned.invalidation_reason === 'string' && invalid !== true) {
      throw new HttpError(
        400,
        'It is necessary that each release that has an invalidation reason, is invalidated.',
      )
    }
    if (planned.is_invalidated === false) planned.invalidation_reason = null
    checkCommit(context, { ...row, ...planned }, handle)
    const isPinned = (store.table('device').find('is_pinned_on__release', handle)?.length ?? 0) > 0
    if (isPinned && row.status === 'success' && (planned.status ?? row.status) !== 'success')
      throw new HttpError(
        400,
        'It is necessary that each release that is pinned to a device, has a status that is equal to "success" and belongs to an application1 that the device belongs to.',
      )
    return planned
  },

  updated({ store }, handle) {
    const releases = store.rows('release')
    const row = releases.row(handle)
    const fleet = row.belongs_to__application
    const target = store.rows('application').reader('should_be_running__release')(fleet)
    retarget(store, fleet)
    const isPinned = store.rows('application').reader('should_track_latest_release')(fleet) !== true
    if (isPinned && target === handle && row.is_invalidated === true) {
      const previous = previousValid(store, fleet, handle)
      if (previous !== null) setFleetTarget(store, fleet, previous)
    }
  },

  remove({ store }, handle) {
    const row = store.rows('release').row(handle)
    const fleet = row.belongs_to__application
    if (store.rows('application').reader('should_be_running__release')(fleet) === handle) {
      throw new HttpError(
        400,
        `Unable to delete release ${rawVersionOf(row)} because it is the fleet's target release.`,
      )
    }
    if ((store.table('device').find('is_pinned_on__release', handle)?.length ?? 0) > 0) {
      throw new HttpError(400, 'Unable to delete a release because device(s) are pinned to it.')
    }
  },

  removing: ({ store }, handle) => removeOrphans(store, handle),
}

function previousValid(store: Store, fleet: number, release: number): number | null {
  const releases = store.rows('release')
  const limit = releases.row(release).start_timestamp
  const candidates = idsOf(releases.find('belongs_to__application', fleet)).filter((id) => {
    const row = releases.row(id)
    return (
      row.status === 'success' &&
      row.is_invalidated !== true &&
      typeof row.revision === 'number' &&
      row.start_timestamp < limit
    )
  })
  const at = (id: number) => releases.row(id).start_timestamp
  return candidates.toSorted((one, other) => at(other) - at(one))[0] ?? null
}

/** Deletes images that no other release uses. */
function removeOrphans(store: Store, release: number): void {
  const joins = store.rows('release_image')
  for (const join of idsOf(joins.find('is_part_of__release', release))) {
    const image = joins.row(join).image
    if ((joins.find('image', image)?.length ?? 0) === 1) removeRow(store, 'image', image)
  }
}

export const imageRules: ResourceRules<'image'> = {
  create({ store, registry }, values) {
    if (values.status === 'success' && typeof values.push_timestamp !== 'number') {
      throw new HttpError(
        400,
        'It is necessary that each image that has a status that is equal to "success", has a push timestamp.',
      )
    }
    return {
      is_stored_at__image_location: `${registry}/v2/${newHex(store.secrets, 32)}`,
      ...values,
    }
  },
}

export const releaseImageRules: ResourceRules<'release_image'> = {
  create({ store }, values) {
    const release = values.is_part_of__release
    if (typeof release !== 'number' || store.rows('release').byId(release) < 0) return values
    const fleet = store.rows('release').row(release).belongs_to__application
    const type = store.rows('application').reader('application_type')(fleet)
    const hasImage = (store.rows('release_image').find('is_part_of__release', release)?.length ?? 0) >= 1
    if (hasImage && store.rows('application_type').reader('supports_multicontainer')(type) !== true) {
      throw new HttpError(
        400,
        'It is necessary that each release that contains at least 2 images, belongs to an application that has an application type that supports multicontainer.',
      )
    }
    return values
  },
}

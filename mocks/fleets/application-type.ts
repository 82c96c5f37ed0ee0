import { HttpError } from '../base/http-error.ts'
import { isOnFreePlan } from '../billing/subscriptions.ts'
import type { Store } from '../store/store.ts'
import type { RowInput, StoredRow } from '../store/stored-row.ts'
import type { Value } from '../store/table.ts'

const typeAt = (store: Store, type: unknown): StoredRow<'application_type'> | undefined => {
  const types = store.rows('application_type')
  return typeof type === 'number' && types.byId(type) >= 0 ? types.row(type) : undefined
}

/** Throws 403 when a fleet type requires a paid plan that the organization does not have. */
export function requirePaidType(store: Store, organization: number, type: Value | undefined): void {
  if (typeAt(store, type)?.requires_payment !== true || !isOnFreePlan(store, organization)) return
  throw new HttpError(403, 'This application type is only available to paying customers.')
}

/** Restrictions of the older types: no renaming, and not public without a repository. */
export function checkLegacy(store: Store, fleet: number, changes: RowInput<'application'>): void {
  const row = store.rows('application').row(fleet)
  if (typeAt(store, row.application_type)?.is_legacy !== true) return
  const { app_name: name, is_public: isPublic, is_stored_at__repository_url: url } = changes
  if (name !== undefined && name !== row.app_name) {
    throw new HttpError(400, 'Classic and legacy applications cannot be renamed.')
  }
  if (isPublic === true && ((url === undefined ? row.is_stored_at__repository_url : url) ?? '') === '') {
    throw new HttpError(400, 'Enter the address of the repository first.')
  }
}

const numbersOf = (version: string): number[] =>
  (/(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number)

/** Throws 403 when the OS of a device is too old for the type of the target fleet (docs/platform/errors.md). */
export function requireSystem(store: Store, index: number, fleet: number): void {
  const type = typeAt(store, store.rows('application').reader('application_type')(fleet))
  const range = type?.needs__os_version_range
  const minimum = typeof range === 'string' ? numbersOf(range) : []
  const current = numbersOf(String(store.table('device').reader('os_version')(index) ?? ''))
  if (minimum.length === 0 || current.length === 0) return
  const at = current.findIndex((number, part) => number !== minimum[part])
  if (at < 0 || (current[at] ?? 0) > (minimum[at] ?? 0)) return
  throw new HttpError(403, 'Device OS version is too low for the application type.')
}

import { queryOptions } from '@tanstack/react-query'
import { account, accountCalls } from '@/api/account.ts'
import { api } from '@/api/api.ts'
import { billingCalls, createBilling } from '@/api/billing.ts'
import { Failure } from '@/api/error-message.ts'
import type { Account } from '@/domain/account/account.queries.ts'
import {
  beyondAllowance,
  FREE_PLAN,
  readFreeAllowance,
  whyBeyondFree,
  type FreeAllowance,
} from '@/domain/billing/free-allowance.ts'
import { organizationsOf } from '@/domain/organization/organization.queries.ts'
import { dangerZoneText } from '@/messages/preferences/preferences-danger.ts'
import type { DeletionStep } from './account-deletion.ts'

/** Reason that is sent when the subscription is canceled. */
const REASON = 'Account Deletion'

/** The organizations that the user administers, with all administrators of each. */
async function readAdministered(userId: number, signal: AbortSignal) {
  const isAdministrator = {
    organization_membership_role: { $any: { $alias: 'r', $expr: { r: { name: 'administrator' } } } },
  } as const
  return api().data.query('organization', signal, {
    $select: ['id', 'name', 'is_frozen'],
    $filter: organizationsOf(userId),
    $expand: {
      organization_membership: {
        $select: ['id'],
        $filter: isAdministrator,
        $expand: { user: { $select: ['id'] } },
      },
    },
    $orderby: { name: 'asc' },
  })
}

async function readPlans(organizations: readonly number[], signal: AbortSignal) {
  if (organizations.length === 0) return new Map<number, { code: string | null; selfServe: boolean }>()
  const rows = await api().data.query('subscription', signal, {
    $select: ['id'],
    $filter: { is_active: true, is_for__organization: { $in: [...organizations] } },
    $expand: {
      is_for__plan: { $select: ['billing_code', 'can_self_serve'] },
      is_for__organization: { $select: ['id'] },
    },
  })
  return new Map(
    rows.map(({ is_for__organization: [organization], is_for__plan: [plan] }) => [
      organization.id,
      { code: plan.billing_code, selfServe: plan.can_self_serve },
    ]),
  )
}

/** The numbers of applications and devices of each organization. */
async function readOwnedResources(organizations: readonly number[], signal: AbortSignal) {
  const owned = new Map(organizations.map((id) => [id, { applications: 0, devices: 0 }]))
  if (organizations.length === 0) return owned
  const rows = await api().data.query('application', signal, {
    $select: ['id'],
    $filter: { organization: { $in: [...organizations] } },
    $expand: { organization: { $select: ['id'] }, owns__device: { $count: {} } },
  })
  for (const { organization, owns__device } of rows) {
    const of = owned.get(organization[0]?.id ?? 0)
    if (of === undefined) continue
    of.applications += 1
    of.devices += owns__device
  }
  return owned
}

/** The counting devices of organizations with devices. */
async function readAllowances(organizations: readonly number[], signal: AbortSignal) {
  const read = organizations.map(async (id) => [id, await readFreeAllowance(id, signal)] as const)
  return new Map<number, FreeAllowance>(await Promise.all(read))
}

/** Why the subscription of an organization cannot be canceled, which has to be settled before the account is deleted. */
export interface Obstacle {
  kind: 'frozen-organization' | 'frozen-devices' | 'too-many-devices'
  organization: number
  name: string
  /** Devices that count. */
  active: number
  /** Devices above the allowance of the free plan. */
  beyond: number
}

function obstacleOf(
  { id, name, is_frozen: isFrozen }: { id: number; name: string; is_frozen: boolean },
  allowance: FreeAllowance | undefined,
): Obstacle | undefined {
  const kind = isFrozen ? 'frozen-organization' : allowance && whyBeyondFree(allowance)
  if (kind === undefined) return undefined
  return {
    kind,
    organization: id,
    name,
    active: allowance?.totalDeviceCount ?? 0,
    beyond: allowance ? beyondAllowance(allowance) : 0,
  }
}

async function readDeletion({ id, personalOrganization }: Account, signal: AbortSignal) {
  const administered = await readAdministered(id, signal)
  const solelyAdministered = administered.filter(
    ({ organization_membership: all }) => all.length === 1 && all[0]?.user[0]?.id === id,
  )
  const ids = solelyAdministered.map(({ id: organization }) => organization)
  const [plans, owned] = await Promise.all([readPlans(ids, signal), readOwnedResources(ids, signal)])
  const planOf = ({ id: organization }: { id: number }) => plans.get(organization)
  const withDevices = ids.filter((organization) => (owned.get(organization)?.devices ?? 0) > 0)
  const allowances = await readAllowances(withDevices, signal)
  const toDowngrade = solelyAdministered.filter((organization) => {
    const plan = planOf(organization)
    return plan !== undefined && plan.code !== FREE_PLAN
  })
  return {
    /** These plans were sold by the sales team, which must cancel them. */
    needsSales: solelyAdministered.some((organization) => planOf(organization)?.selfServe === false),
    toDowngrade,
    /** What the platform would refuse: devices are never deleted just to make a subscription end. */
    obstacles: toDowngrade.flatMap(
      (organization) => obstacleOf(organization, allowances.get(organization.id)) ?? [],
    ),
    /** All deleted organizations, including the personal one, with their numbers of applications and devices. */
    deletedOrganizations: solelyAdministered.map(({ id: organization, name }) => ({
      id: organization,
      name,
      isPersonal: organization === personalOrganization,
      applications: owned.get(organization)?.applications ?? 0,
      devices: owned.get(organization)?.devices ?? 0,
      activeDevices: allowances.get(organization)?.totalDeviceCount ?? 0,
    })),
    // The personal organization is deleted with the account (docs/decisions/product-rules.md, 13).
    toDelete: solelyAdministered.filter(({ id: organization }) => organization !== personalOrganization),
  }
}

/** Deleted with an account: organizations without another administrator (docs/decisions/product-rules.md, 13). */
export const deletionQuery = (of: Account) =>
  queryOptions({
    queryKey: ['account', 'deletion', { id: of.id, personal: of.personalOrganization }],
    queryFn: ({ signal }) => readDeletion(of, signal),
  })

export type Deletion = Awaited<ReturnType<typeof readDeletion>>

async function inOrder<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (const item of items) {
    await work(item)
  }
}

/** The work of each deletion step. `read` returns the current state. */
export function deletionWork(
  { id }: Account,
  password: string,
  read: () => Promise<Deletion>,
): Record<DeletionStep, () => Promise<unknown>> {
  const billing = createBilling(api().services)
  return {
    password: () => account.confirmPassword(password),
    subscriptions: async () => {
      const { obstacles, toDowngrade } = await read()
      // Found before the first subscription ends, so that nothing is left half done.
      if (obstacles.length > 0) throw new Failure(obstacles.map(dangerZoneText.obstacle).join(' '))
      await inOrder(toDowngrade, (organization) =>
        billing.send(
          billingCalls.changePlan(organization.id, {
            annual: false,
            tier: FREE_PLAN,
            planChangeReason: REASON,
          }),
        ),
      )
    },
    organizations: async () =>
      inOrder((await read()).toDelete, (organization) =>
        api().data.delete({ resource: 'organization', id: organization.id }),
      ),
    account: () => account.remove(accountCalls.remove(id)),
  }
}

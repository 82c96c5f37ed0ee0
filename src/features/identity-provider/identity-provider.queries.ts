import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '@/api/api.ts'
import { dataRequest, sendRequest } from '@/api/data-request.ts'
import * as poll from '@/domain/polling.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { showToast } from '@/ui/feedback/toasts.ts'

async function readProvider(id: number, signal: AbortSignal) {
  const provider = await api().data.get({
    resource: 'identity_provider',
    id,
    options: {
      $select: ['id', 'sso_identifier', 'entry_point', 'issuer', 'certificate'],
      $expand: {
        identity_provider_membership: {
          $select: ['id'],
          $expand: {
            organization: { $select: ['id', 'name'] },
            grants_access_to__team: { $select: ['id', 'name'] },
          },
        },
      },
    },
    passthrough: { signal },
  })
  return provider ?? null
}

/** An identity provider and the organizations linked to it; null if it is not visible. */
export const providerQuery = (id: number) =>
  queryOptions({
    queryKey: ['identity_provider', id],
    refetchInterval: poll.identityProvider,
    queryFn: ({ signal }) => readProvider(id, signal),
  })

export type IdentityProvider = NonNullable<Awaited<ReturnType<typeof readProvider>>>

/** Links an organization to the identity provider that its members sign in with. */
export type Link = IdentityProvider['identity_provider_membership'][number]

const readProviders = (signal: AbortSignal) =>
  api().data.query('identity_provider', signal, {
    $select: ['id', 'sso_identifier', 'issuer'],
    $expand: {
      identity_provider_membership: {
        $select: ['id'],
        $expand: { organization: { $select: ['id', 'name'] } },
      },
    },
    $orderby: { sso_identifier: 'asc' },
  })

/** All identity providers that the user can see: for staff also those of others. */
export const providersQuery = () =>
  queryOptions({
    queryKey: ['identity_provider', 'all'],
    refetchInterval: poll.identityProvider,
    queryFn: ({ signal }) => readProviders(signal),
  })

export type ListedProvider = Awaited<ReturnType<typeof readProviders>>[number]

/** The number of SAML accounts of an identity provider. */
export const accountCountQuery = (provider: number) =>
  queryOptions({
    queryKey: ['identity_provider', 'accounts', { provider }],
    refetchInterval: poll.identityProvider,
    queryFn: ({ signal }) =>
      api().data.query('saml_account', signal, {
        $count: { $filter: { was_generated_by__identity_provider: provider } },
      }),
  })

/** All organizations that the user can see; staff may link any of them (docs/decisions/product-rules.md, 10). */
export const allOrganizationsQuery = () =>
  queryOptions({
    queryKey: ['organization', 'names'],
    queryFn: ({ signal }) =>
      api().data.query('organization', signal, { $select: ['id', 'name'], $orderby: { name: 'asc' } }),
  })

/** In the platform's format. */
export interface ProviderFields {
  sso_identifier: string
  entry_point: string
  issuer: string
  certificate: string
}

/** The request that links an organization to an identity provider. */
export const linkCall = (provider: number, organization: number) =>
  dataRequest('post', {
    resource: 'identity_provider_membership',
    body: { organization, is_authorized_by__identity_provider: provider },
  })

/** Changes of identity providers and their links. */
export const providerCalls = {
  /** Creates a provider for an organization; sent by `addProvider`. */
  add: (fields: ProviderFields, organization: number | undefined) =>
    dataRequest('post', {
      resource: 'identity_provider',
      body: { ...fields, organization_id: organization },
    }),
  change: (id: number, changes: Partial<ProviderFields>) =>
    dataRequest('patch', { resource: 'identity_provider', id, body: changes }),
  setTeam: (link: number, team: number | null) =>
    dataRequest('patch', {
      resource: 'identity_provider_membership',
      id: link,
      body: { grants_access_to__team: team },
    }),
}

/** Sends a new provider. Returns its id. */
export async function addProvider(call: PlatformCall): Promise<number> {
  const row = (await sendRequest(api().data, call)) as { id?: unknown }
  return Number(row.id)
}

/** The page to open when an identity provider was removed or is no longer visible. */
export interface Away {
  to: string
  /** Id of that identity provider. */
  from: number
}

/**
 * Sends a change, leaves the page of a removed provider, refreshes the data and shows a toast. Refreshes also after a
 * failure, because some of several changes may have been made.
 */
export function useProviderChange() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (change: () => Promise<unknown>, done: string, away?: Away): Promise<void> => {
    let left: number | undefined
    try {
      await change()
      if (away) {
        await navigate(away.to, { replace: true })
        left = away.from
      }
    } finally {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['organization', 'sign-on'] }),
        queries.invalidateQueries({
          queryKey: ['identity_provider'],
          // Its page may still be mounted, and would report that the provider does not exist.
          predicate: ({ queryKey: [, id] }) => left === undefined || id !== left,
        }),
      ])
    }
    showToast({ tone: 'ok', title: done })
  }
}

import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { PlatformConfig } from '@/api/model.ts'
import { isApiError } from '@/api/errors.ts'

/** Providers that the dashboard knows how to sign in with. */
export const socialProviders = ['github', 'google', 'saml'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** Those of a platform's list that the dashboard knows, in its own order. */
export function supportedProviders(config: unknown): SocialProvider[] {
  const named =
    typeof config === 'object' && config !== null && 'supportedSocialProviders' in config
      ? config.supportedSocialProviders
      : null
  return Array.isArray(named) ? socialProviders.filter((provider) => named.includes(provider)) : []
}

async function readConfig(signal: AbortSignal): Promise<unknown> {
  if (!api().features.platformConfig) return null
  if (api().platformConfig !== undefined) return api().platformConfig
  try {
    return await api().services.json('get', '/config', { anonymous: true, signal })
  } catch (error) {
    // The open-source backend has no such path (docs/platform/hosted-and-open.md): people sign in there with a password only.
    if (isApiError(error, 'not-found')) return null
    throw error
  }
}

/** The platform's configuration, read once for all that is asked of it. */
export const platformConfigQuery = () =>
  queryOptions({
    queryKey: ['platform-config'],
    queryFn: ({ signal }) => readConfig(signal),
    staleTime: Infinity,
  })

/** What people can sign in with beside a password: part of the platform's configuration. */
export const socialProvidersQuery = () =>
  queryOptions({ ...platformConfigQuery(), select: supportedProviders })

/** A text of the configuration; undefined where it says none. */
export function configText(config: unknown, name: keyof PlatformConfig): string | undefined {
  const value: unknown = typeof config === 'object' && config !== null ? Reflect.get(config, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Whether this is a deployment for trying things out. */
export const isStaging = (config: unknown): boolean => configText(config, 'deployment') === 'staging'

export const stagingQuery = () => queryOptions({ ...platformConfigQuery(), select: isStaging })

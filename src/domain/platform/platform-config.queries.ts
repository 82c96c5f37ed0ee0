import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { ApiError, isApiError } from '@/api/errors.ts'
import type { PlatformConfig } from '@/api/model.ts'
import { errorText } from '@/messages/common/common.ts'

/** Providers that the dashboard supports. */
export const socialProviders = ['github', 'google', 'saml'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** The supported providers among those of a platform, in the dashboard's order. */
export function supportedProviders(config: unknown): SocialProvider[] {
  const named =
    typeof config === 'object' && config !== null && 'supportedSocialProviders' in config
      ? config.supportedSocialProviders
      : null
  return Array.isArray(named) ? socialProviders.filter((provider) => named.includes(provider)) : []
}

async function readConfig(signal: AbortSignal): Promise<unknown> {
  // The detection of the platform asks for it anyway.
  await api().detectPlatform()
  signal.throwIfAborted()
  if (!api().features.platformConfig) return null
  if (api().platformConfig !== undefined) return api().platformConfig
  // The detection goes on asking, as politely as the platform wants; when it knows more, queries are repeated.
  if (!api().isPlatformKnown) throw new ApiError('unavailable', errorText.unavailable)
  try {
    return await api().services.json('get', '/config', { anonymous: true, signal })
  } catch (error) {
    // The open-source backend has no such endpoint and supports only passwords (docs/platform/hosted-and-open.md).
    if (isApiError(error, 'not-found')) return null
    throw error
  }
}

/** The configuration of the platform, read once. */
export const platformConfigQuery = () =>
  queryOptions({
    queryKey: ['platform-config'],
    queryFn: ({ signal }) => readConfig(signal),
    staleTime: Infinity,
  })

/** The configured sign-in providers. */
export const socialProvidersQuery = () =>
  queryOptions({ ...platformConfigQuery(), select: supportedProviders })

/** A text of the configuration; undefined if it is missing. */
export function configText(config: unknown, name: keyof PlatformConfig): string | undefined {
  const value: unknown = typeof config === 'object' && config !== null ? Reflect.get(config, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Whether this is a staging deployment. */
const isStaging = (config: unknown): boolean => configText(config, 'deployment') === 'staging'

export const stagingQuery = () => queryOptions({ ...platformConfigQuery(), select: isStaging })

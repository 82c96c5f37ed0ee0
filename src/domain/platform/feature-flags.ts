import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'

/** Flags of experiments, with the default values. */
export const usualFlags = {
  /** Columns of the device table can be reordered. */
  'column-ordering': true,
  'reduced-default-device-columns': false,
  /** Both together. */
  'reduced-default-device-columns-and-reordering': false,
} as const satisfies Readonly<Record<string, boolean>>

export type FeatureFlags = Readonly<Record<keyof typeof usualFlags, boolean>>

const TIMEOUT_MS = 4_000

/** The feature flags of the signed-in user. Missing or late flags have their defaults: an error must not break a page. */
export const featureFlagsQuery = () =>
  queryOptions({
    queryKey: ['feature-flags'],
    queryFn: ({ signal }) => readFlags(signal),
    staleTime: Infinity,
    gcTime: Infinity,
  })

async function readFlags(signal: AbortSignal): Promise<FeatureFlags> {
  if (!api().features.featureFlags) return usualFlags
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS)
  try {
    return flagsOf(
      await api().services.json('get', '/feature-flags/v1', {
        signal: AbortSignal.any([signal, timeout.signal]),
      }),
    )
  } catch {
    signal.throwIfAborted()
    return usualFlags
  } finally {
    clearTimeout(timer)
  }
}

function flagsOf(answer: unknown): FeatureFlags {
  const response = typeof answer === 'object' && answer !== null ? answer : {}
  const flag = (name: keyof FeatureFlags) => {
    const value: unknown = Reflect.get(response, name)
    return typeof value === 'boolean' ? value : usualFlags[name]
  }
  return {
    'column-ordering': flag('column-ordering'),
    'reduced-default-device-columns': flag('reduced-default-device-columns'),
    'reduced-default-device-columns-and-reordering': flag('reduced-default-device-columns-and-reordering'),
  }
}

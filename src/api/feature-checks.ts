import { deferred } from '@/lib/deferred.ts'
import type { DataClient } from './data.ts'
import { featureChecks } from './open-features.ts'
import type { PlatformFeature } from './platform-features.ts'
import { pause } from './request-limit.ts'

/**
 * Checks the features that depend on the installation, each until its answer is conclusive. Resolves after the first attempt of
 * each. `waitAfter`: the pause after so many attempts, in ms.
 */
export async function checkFeatures(
  data: DataClient,
  signal: AbortSignal,
  waitAfter: (tries: number) => number,
  onFound: (feature: PlatformFeature, found: boolean) => Promise<void>,
): Promise<void> {
  await Promise.all(
    featureChecks.map(([feature, check]) => {
      const tried = deferred()
      const untilKnown = async () => {
        for (let tries = 0; !signal.aborted; tries++) {
          try {
            const found = await check(data, signal)
            if (!signal.aborted) await onFound(feature, found)
            return
          } catch {
            tried.resolve()
            await pause(waitAfter(tries), signal).catch(() => {})
          }
        }
      }
      void untilKnown().finally(tried.resolve)
      return tried.promise
    }),
  )
}

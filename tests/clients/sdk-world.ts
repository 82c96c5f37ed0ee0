import { getSdk } from 'balena-sdk'
import type { BalenaSDK } from 'balena-sdk'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createCloud } from '../../mocks/cloud.ts'
import type { Cloud } from '../../mocks/cloud.ts'
import { serveCloud } from '../../mocks/hosts/http-server.ts'
import type { ServedCloud } from '../../mocks/hosts/http-server.ts'
import { watchedCloud } from '../contract/exchange.ts'
import { recording } from './recording.ts'

export const PASSWORD = 'flotilla-demo'
export const FLEET = 'acme_logistics/cold-chain-eu'

export interface SdkWorld {
  readonly cloud: Cloud
  readonly url: string
  /** The paths of all methods that have succeeded in any client of this world. */
  readonly answered: ReadonlySet<string>
  /** Contract violations that the current test causes on purpose: patterns of their descriptions. */
  readonly causedProblems: RegExp[]
  /** A separate client, signed out; its token is in memory. */
  signedOut(): BalenaSDK
  /** A client signed in as a demo user. */
  signedIn(username: string): Promise<BalenaSDK>
}

/**
 * Runs the unmodified official client against the cloud over HTTP, with one world per test file and a stopped clock. After each
 * test, all requests and responses are validated against the contract.
 */
export function useSdkWorld(scenario = 'first-look'): SdkWorld {
  let cloud: Cloud | undefined
  let served: ServedCloud | undefined
  const answered = new Set<string>()
  const problems: string[] = []
  const causedProblems: RegExp[] = []

  beforeAll(async () => {
    cloud = createCloud({ scenario })
    cloud.clock.setSpeed(0)
    served = await serveCloud({ cloud: watchedCloud(cloud, problems) })
  })
  afterEach(() => {
    const caused = causedProblems.splice(0)
    const found = problems.splice(0)
    expect(found.filter((problem) => !caused.some((pattern) => pattern.test(problem)))).toEqual([])
    // Expected violations must occur.
    expect(caused.filter((pattern) => !found.some((problem) => pattern.test(problem)))).toEqual([])
  })
  afterAll(async () => {
    await served?.close()
    cloud?.dispose()
  })

  const world: SdkWorld = {
    get cloud() {
      if (!cloud) throw new Error('The world opens before the first test')
      return cloud
    },
    get url() {
      if (!served) throw new Error('The world opens before the first test')
      return served.url
    },
    answered,
    causedProblems,
    signedOut: () =>
      recording(
        getSdk({ apiUrl: world.url, builderUrl: world.url, dashboardUrl: world.url, dataDirectory: false }),
        answered,
      ),
    async signedIn(username) {
      const sdk = world.signedOut()
      await sdk.auth.login({ email: `${username}@flotilla.example`, password: PASSWORD })
      return sdk
    },
  }
  return world
}

/** The first item; throws if the list is empty. */
export function firstOf<T>(items: readonly T[]): T {
  const [item] = items
  if (item === undefined) throw new Error('The cloud has none')
  return item
}

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
  /** The methods that have succeeded so far in any client of this world, by path. */
  readonly answered: ReadonlySet<string>
  /** What the test at hand breaks of the contract on purpose: patterns of what is then said of it. */
  readonly causedProblems: RegExp[]
  /** A client of its own, with nobody signed in; its token lives in memory. */
  stranger(): BalenaSDK
  /** A client in which a demo person is signed in. */
  signedIn(username: string): Promise<BalenaSDK>
}

/**
 * The unmodified official client against the cloud over real HTTP, one world for each test file; its time stands still. What
 * it sends and what it is answered is held against the contract after each test.
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
    // What a test says that it breaks, it breaks.
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
    stranger: () =>
      recording(
        getSdk({ apiUrl: world.url, builderUrl: world.url, dashboardUrl: world.url, dataDirectory: false }),
        answered,
      ),
    async signedIn(username) {
      const sdk = world.stranger()
      await sdk.auth.login({ email: `${username}@flotilla.example`, password: PASSWORD })
      return sdk
    },
  }
  return world
}

/** The first of a list that must not be empty. */
export function firstOf<T>(items: readonly T[]): T {
  const [item] = items
  if (item === undefined) throw new Error('The cloud has none')
  return item
}

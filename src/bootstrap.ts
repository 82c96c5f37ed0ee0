import type { ApiOptions } from './api/api.ts'
import { ConfigProblem, loadConfig } from './config.ts'
import type { Config, SimulatedConfig } from './config.ts'
import { worldText } from './messages/control-panel/world.ts'
import type { ControlClient } from './simulation/control-client.ts'

export interface Surroundings {
  config: Config
  /** The way to the simulated world; null in live mode. */
  world: ControlClient | null
  /** In development, one that tells in the console what is not as the contract says. */
  fetch?: NonNullable<ApiOptions['fetch']>
}

/**
 * Reads the configuration and, in simulated mode, starts the cloud in this browser. Everything that sends a request, a
 * router with loaders above all, must wait for it. In live mode nothing of the cloud, its devices or a service worker
 * is loaded, and when the simulated cloud cannot start nothing is sent anywhere else.
 * @throws ConfigProblem with what to tell people.
 */
export async function bootstrap(): Promise<Surroundings> {
  const config = await loadConfig()
  const guard = import.meta.env.DEV ? await loadGuard(config) : {}
  if (config.mode === 'simulated') return { config, world: await openWorld(config), ...guard }
  await dismissServiceWorker()
  return { config, world: null, ...guard }
}

async function loadGuard({ apiUrl, actionsUrl, builderUrl }: Config): Promise<Pick<Surroundings, 'fetch'>> {
  const { guardedFetch } = await import('../mocks/hosts/contract-guard.ts')
  return { fetch: guardedFetch({ urls: [apiUrl, actionsUrl, builderUrl] }) }
}

/** The simulated world's strip, panel and demo accounts; asked for in simulated mode only. */
export const loadControlPanel = () => import('./control-panel/simulation.tsx')

async function openWorld(config: SimulatedConfig): Promise<ControlClient> {
  const [{ startCloud }, { createControlClient, forgetLink }] = await Promise.all([
    import('../mocks/hosts/page.ts'),
    import('./simulation/control-client.ts'),
  ])
  const startWith = (linked: Parameters<typeof startCloud>[0]['linked']) =>
    startCloud({
      apiUrl: config.apiUrl,
      actionsUrl: config.actionsUrl,
      builderUrl: config.builderUrl,
      terminalUrl: config.terminalUrl,
      configured: config.world,
      linked,
      basePath: import.meta.env.BASE_URL,
    })
  // Another link in the same tab changes the fragment alone.
  window.addEventListener('hashchange', () => linksWorldFile() && window.location.reload())
  const started = linksWorldFile()
    ? // What can read world files is loaded with the first.
      import('./simulation/world-file/linked-world.ts').then(({ startLinked }) => startLinked(startWith))
    : startWith(config.linkedWorld)
  const cloud = await started.catch((error: unknown) => {
    throw asProblem(error, config)
  })
  return createControlClient({ ...cloud, apiUrl: config.apiUrl, forgetLink })
}

const linksWorldFile = () => /[?&]world=|#world=/.test(window.location.search + window.location.hash)

/** The dashboard has no service worker but the simulation's: what an earlier visit left would stand between live requests. */
async function dismissServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  if (registration === undefined) return
  await registration.unregister()
  // The copy for offline use (`mocks/hosts/own-files.js`) and MSW's list of pages, which nothing would read any more.
  const { scope } = registration
  const names = await caches.keys().catch(() => [])
  const isLeft = (name: string) =>
    name.startsWith(`flotilla-offline ${scope} `) || name === `msw:active-clients:${scope}`
  await Promise.allSettled(names.filter(isLeft).map((name) => caches.delete(name)))
}

/** The cloud's own reason, with what chose the scenario: the link or config.json. */
function asProblem(error: unknown, { linkedWorld, world }: SimulatedConfig): ConfigProblem {
  const reason = worldText.cannotOpen(error instanceof Error ? error.message : String(error))
  if (linkedWorld.scenario !== undefined) return new ConfigProblem('this page’s address', 'scenario', reason)
  return new ConfigProblem('config.json', world.scenario === undefined ? null : 'scenario', reason)
}

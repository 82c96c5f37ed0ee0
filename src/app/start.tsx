import type { ReactNode } from 'react'
import { RouterProvider } from 'react-router/dom'
import { api, connectApi } from '@/api/api.ts'
import { forgetFirstReads, watchFirstReads } from '@/api/first-reads.ts'
import { forgetKeys } from '@/api/known-keys.ts'
import { createQueryClient } from '@/api/query-client.ts'
import type { bootstrap, loadControlPanel } from '@/bootstrap.ts'
import { storageKey, type Config } from '@/config.ts'
import { keepHistory } from '@/engines/history/history-mode.ts'
import { withoutBase } from '@/lib/base.ts'
import { deferred } from '@/lib/deferred.ts'
import { keepsNothing } from '@/lib/storage-check.ts'
import { nameStorage } from '@/lib/stored.ts'
import { whenIdle } from '@/lib/when-idle.ts'
import { startText } from '@/messages/app/start.ts'
import type { TimeSource } from '@/ui/display/now.tsx'
import { dismissAllToasts, showToast } from '@/ui/feedback/toasts.ts'
import { signOut } from '@/widgets/account/sign-out.ts'
import { RouterStateContext } from '@/widgets/navigation/pending-location.ts'
import { tellAction } from './action-events.ts'
import { App } from './App.tsx'
import { createRouter } from './router.tsx'
import { endSession } from './session/end-session.ts'
import { watchSession } from './session/watch-session.ts'
import { simulatedExternalNavigation } from './simulated-external-navigation.ts'
import { watchUnhandledErrors } from './unhandled-errors.ts'

export interface StartLoaders {
  bootstrap: typeof bootstrap
  loadControlPanel: typeof loadControlPanel
  /** The pauses before failed reads are repeated; default: those of the query cache. */
  readPausesMs?: readonly number[]
}

export interface StartOptions {
  /** Aborted when the result is no longer needed. */
  signal?: AbortSignal
  /** Called when the platform is connected and requests can be sent. */
  onConnected?: () => void
}

export interface Started {
  content: ReactNode
  /** Resolves when the first page, or its error page, is loaded, or when the shell is shown because the page takes long. */
  ready: Promise<void>
  /** Stops everything that was started. */
  stop(): void
}

/**
 * Reads the configuration, connects the platform and returns the application to render. The order matters: creating the
 * router starts its loaders, which need the platform. Throws `ConfigProblem`.
 */
export async function start(
  door: StartLoaders,
  { signal, onConnected }: StartOptions = {},
): Promise<Started> {
  const { config, world, fetch } = await door.bootstrap()
  signal?.throwIfAborted()
  const queries = createQueryClient(door.readPausesMs)
  let time: TimeSource = { now: () => Date.now() }
  nameStorage((name) => storageKey(config, name))
  keepHistory(world === null)
  connectApi({
    apiUrl: config.apiUrl,
    terminalUrl: config.terminalUrl,
    actionsUrl: config.actionsUrl,
    builderUrl: config.builderUrl,
    now: () => time.now(),
    tokenKey: storageKey(config, 'token'),
    platformKey: storageKey(config, 'platform'),
    captchaKey: config.mode === 'live' ? config.captchaKey : null,
    parties: config.parties,
    ...(fetch === undefined ? {} : { fetch }),
    ...(world === null
      ? {}
      : { outside: simulatedExternalNavigation((to, options) => void router.navigate(to, options)) }),
    onSessionEnd: (why) => endSession(why, router, queries),
    // A change must not fail because it cannot be recorded.
    onChange: (change) =>
      import('@/engines/activity/activity-recorder.ts')
        .then(({ noteChange }) => noteChange(change))
        .catch(() => undefined),
    onChanged: ({ method, path }) => tellAction(method, path),
    // Without its notice, a throttled request only takes longer.
    onThrottled: (waitMs) =>
      void import('./throttled-notice.ts').then(({ showThrottled }) => showThrottled(waitMs)).catch(() => {}),
  })
  api().session.onSignOut(forgetFirstReads)
  onConnected?.()
  // Pages are shown as on the platform of the last visit, and anew if it turns out to be another one.
  await api().recallPlatform()
  void api().detectPlatform()
  /** Reloads the data of the current page, for the user who is signed in now. */
  const showAnew = async () => {
    dismissAllToasts()
    forgetKeys()
    api().http.forgetLimits()
    await queries.resetQueries()
    await router.revalidate()
  }
  const worldChanged = () => {
    forgetKeys()
    api().http.forgetLimits()
    void queries.invalidateQueries()
  }
  const simulation = world
    ? await door.loadControlPanel().then(({ createSimulation }) =>
        createSimulation(world, worldChanged, {
          async become(username, password) {
            await api().session.signIn({ username, password })
            await showAnew()
          },
          session: () => api().token.get(),
          onSignOut: (listener) => api().session.onSignOut(listener),
          async resume(session) {
            api().token.set(session)
            await showAnew()
          },
          signOut: () => signOut(router, queries),
          go: (path) => router.navigate(path),
          path: () => withoutBase(router.createHref(router.state.location)),
        }),
      )
    : null
  signal?.throwIfAborted()
  if (simulation) time = simulation.time
  const stopNoting =
    config.mode === 'live' ? watchFirstReads(config.apiUrl, storageKey(config, 'token')) : () => {}
  const router = createRouter(queries)
  api().onPlatformChange(() => {
    void queries.invalidateQueries()
    void router.revalidate()
  })
  const shell = deferred()
  const ready = Promise.race([initialized(router), shell.promise])
  void ready.then(stopNoting)
  // Renewing the token must not delay the first rows.
  let stopWatching = () => {}
  const stopped = new AbortController()
  void ready.then(() =>
    whenIdle(() => {
      if (stopped.signal.aborted) return
      stopWatching = watchSession(
        api(),
        (why) => endSession(why, router, queries),
        (endsAt) =>
          void import('./session/warn-of-end.ts').then(({ warnOfEnd }) => warnOfEnd(endsAt)).catch(() => {}),
        () =>
          void import('./session/warn-of-end.ts')
            .then(({ withdrawWarning }) => withdrawWarning())
            .catch(() => {}),
      )
    }),
  )
  void simulation?.begin()
  const stopShowing = watchUnhandledErrors()
  if (keepsNothing())
    showToast({
      tone: 'warn',
      key: 'storage',
      title: startText.keepsNothing,
      detail: startText.keepsNothingDetail,
      lifetimeMs: null,
    })
  const content = (
    <App
      queries={queries}
      services={{
        simulation,
        adminUrl: adminUrlOf(config),
        avatarLookup: config.mode === 'live' && config.gravatar,
        onShell: shell.resolve,
      }}
    >
      <RouterStateContext value={router}>
        <RouterProvider router={router} />
      </RouterStateContext>
    </App>
  )
  return {
    content,
    ready,
    stop() {
      stopped.abort()
      api().stopDetecting()
      stopWatching()
      stopShowing()
      router.dispose()
      queries.clear()
      forgetKeys()
    },
  }
}

function initialized(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized: isReady }) => {
      if (!isReady) return
      stop()
      resolve()
    })
  })
}

/** The URL of the staff site, derived from that of the API (docs/platform/hosts.md); null in simulated mode. */
function adminUrlOf({ mode, apiUrl }: Config): string | null {
  const url = new URL(apiUrl)
  if (mode === 'simulated' || !url.hostname.startsWith('api.')) return null
  url.hostname = url.hostname.replace(/^api\./, 'admin.')
  return url.href
}

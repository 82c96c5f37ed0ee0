import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import type { WebSocketInterceptor } from '@mswjs/interceptors/WebSocket'
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest'
import { InterceptorSource, defineNetwork } from 'msw/experimental'

export type Handlers = NonNullable<Parameters<typeof defineNetwork>[0]['handlers']>

/** A network of MSW that intercepts the requests of this page. */
interface Interception {
  disable(): void | Promise<void>
}

/** Global values cannot be replaced a second time, so a start that is repeated after a failure first ends this. */
const current: { interception?: Interception } = {}

/** Notes what intercepts now, until the next start. */
export function noteInterception(interception: Interception): void {
  current.interception = interception
}

/** Ends the interception of an earlier start. */
export async function stopIntercepting(): Promise<void> {
  const { interception } = current
  delete current.interception
  await interception?.disable()
}

/**
 * MSW tees each response and gives one branch to its listeners. A stream is cancelled only when both branches are, so
 * the unused branch is cancelled immediately. Then a cancel by the reader reaches the cloud.
 */
export function releaseCopy(response: Response): void {
  void response.body?.cancel().catch(() => {})
}

/** Intercepts requests in the page itself, without a service worker, instead of what an earlier start has left. */
export async function interceptInPage(
  handlers: Handlers,
  socketInterceptors: readonly WebSocketInterceptor[],
): Promise<void> {
  await stopIntercepting()
  const network = defineNetwork({
    sources: [
      new InterceptorSource({
        interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor(), ...socketInterceptors],
      }),
    ],
    handlers,
    onUnhandledFrame: 'bypass',
    context: { quiet: true },
  })
  network.events.on('response:mocked', ({ response }: { response: Response }) => releaseCopy(response))
  network.enable()
  noteInterception(network)
}

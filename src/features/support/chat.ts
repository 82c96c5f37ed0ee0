import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { Failure } from '@/api/error-message.ts'
import type { ChatIdentity } from '@/api/model.ts'
import { createSupport } from '@/api/support.ts'
import { configText, platformConfigQuery } from '@/domain/platform/platform-config.queries.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { cleanHtmlOfOthers } from '@/lib/trusted-types.ts'
import { chatText as text } from '@/messages/support/support.ts'

declare global {
  interface Window {
    /** Global function of the chat provider (Intercom). */
    Intercom?: (command: 'boot' | 'show' | 'shutdown', settings?: object) => void
  }
}

/** The chat provider of the platform. Simulated mode only shows whose chat would open. */
export type ChatProvider = { kind: 'none' } | { kind: 'simulated' } | { kind: 'live'; appId: string }

function chatProviderOf(config: unknown): ChatProvider {
  if (configText(config, 'deployment') === 'simulated') return { kind: 'simulated' }
  const intercomAppId = configText(config, 'intercomAppId')
  return intercomAppId ? { kind: 'live', appId: intercomAppId } : { kind: 'none' }
}

export const chatProviderQuery = () => queryOptions({ ...platformConfigQuery(), select: chatProviderOf })

const readIdentity = (signal?: AbortSignal) => createSupport(api().services).chatIdentity(signal)

/** The user's identity in the chat. */
export const chatIdentityQuery = () =>
  queryOptions({
    queryKey: ['chat-identity'],
    queryFn: ({ signal }) => readIdentity(signal),
  })

let loading: Promise<void> | undefined

/** Loads the provider's script once. Rejects if that fails; the next call tries again. */
function loadScript(appId: string): Promise<void> {
  loading ??= cleanHtmlOfOthers().then(() => appendScript(appId))
  return loading
}

const appendScript = (appId: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `https://widget.intercom.io/widget/${encodedPart(appId)}`
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loading = undefined
      script.remove()
      reject(new Failure(text.scriptFailed))
    })
    document.head.append(script)
  })

/** Settings of the chat provider for a user. The provider expects `created_at` in seconds. */
const chatSettings = (appId: string, { created_at, email, ...identity }: ChatIdentity) => ({
  app_id: appId,
  ...identity,
  ...(email === null ? {} : { email }),
  created_at: Math.floor(Date.parse(created_at) / 1000),
  hide_default_launcher: true,
})

/** Opens the chat as the signed-in user until they sign out. Nothing of the provider is loaded before that. */
export async function openChat(appId: string): Promise<void> {
  const [identity] = await Promise.all([readIdentity(), loadScript(appId)])
  const { Intercom } = window
  if (Intercom === undefined) throw new Failure(text.scriptFailed)
  Intercom('boot', chatSettings(appId, identity))
  api().session.onSignOut(endChat)
  Intercom('show')
}

// The next user must not see the conversation.
const endChat = () => window.Intercom?.('shutdown')

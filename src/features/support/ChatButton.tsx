import { IconMessageCircle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { chatText as text, supportText } from '@/messages/support/support.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { chatProviderQuery, openChat, type ChatProvider } from './chat.ts'

export interface ChatButtonProps {
  /** Called when the provider's own window opens. */
  onOpened: () => void
  /** Called in simulated mode, which has no chat provider. */
  onSimulated: () => void
}

/** Opens the support chat, or states why it is unavailable. */
export function ChatButton({ onOpened, onSimulated }: ChatButtonProps) {
  const { data: provider, isError } = useQuery(chatProviderQuery())
  const opening = useMutation({ mutationFn: openChat, onSuccess: onOpened })
  return (
    <>
      <Button
        wide
        reason={whyNoChat(provider, isError)}
        busy={opening.isPending}
        icon={<IconMessageCircle size={16} stroke={1.7} aria-hidden="true" />}
        onClick={() => {
          if (provider?.kind === 'live') opening.mutate(provider.appId)
          else onSimulated()
        }}
      >
        {text.open}
      </Button>
      {opening.isError && <ErrorBanner>{text.failed(errorMessage(opening.error))}</ErrorBanner>}
    </>
  )
}

function whyNoChat(provider: ChatProvider | undefined, isError: boolean): string | undefined {
  if (api().session.claims()?.actualUser !== undefined) return supportText.somebodyElse
  if (isError) return text.unknown
  if (provider === undefined) return supportText.checking
  return provider.kind === 'none' ? text.none : undefined
}

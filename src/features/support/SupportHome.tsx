import { IconMessagePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { accountQuery } from '@/domain/account/account.queries.ts'
import { asSentence } from '@/lib/format.ts'
import { supportText as text } from '@/messages/support/support.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { ChatButton, type ChatButtonProps } from './ChatButton.tsx'
import { HelpCentreLink } from './HelpCentreLink.tsx'
import { supportOrganizationsQuery } from './support.queries.ts'
import { isEmptyDraft, type TicketDraft } from './ticket-form.ts'
import { View } from './View.tsx'
import { whyNoSupport } from './why-no-support.ts'

export interface SupportHomeProps {
  draft: TicketDraft
  onRaise: () => void
  chat: ChatButtonProps
}

/** The ways to get support, or why support is unavailable. */
export function SupportHome({ draft, onRaise, chat }: SupportHomeProps) {
  const account = useQuery(accountQuery())
  const organizations = useQuery(supportOrganizationsQuery())
  const failed = [account, organizations].filter(({ isError }) => isError)
  const reason =
    account.data && organizations.data
      ? whyNoSupport(requesterOf(account.data), organizations.data)
      : failed.length > 0
        ? text.standingFailed
        : text.checking
  const isKnown = reason !== text.checking && reason !== text.standingFailed
  return (
    <View>
      <p>{text.intro}</p>
      <Button
        variant="primary"
        wide
        reason={reason}
        icon={<IconMessagePlus size={16} stroke={1.7} aria-hidden="true" />}
        onClick={onRaise}
      >
        {isEmptyDraft(draft) ? text.raise : text.proceed}
      </Button>
      <ChatButton {...chat} />
      <HelpCentreLink reason={reason} />
      {isKnown && reason !== undefined && <p>{asSentence(reason)}</p>}
      {reason === text.standingFailed && (
        <ErrorState
          compact
          title={text.standingFailed}
          detail={errorMessage(failed[0]?.error)}
          onRetry={() => failed.forEach((query) => void query.refetch())}
          retrying={failed.some(({ isFetching }) => isFetching)}
        />
      )}
    </View>
  )
}

const requesterOf = ({
  email,
  profile,
}: {
  email: string | null
  profile: { is_verified: boolean } | undefined
}) => ({
  email,
  // The open-source backend has neither profiles nor email verification.
  isVerified: profile?.is_verified ?? true,
  isImpersonated: api().session.claims()?.actualUser !== undefined,
})

import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { chatText as text, supportText } from '@/messages/support.ts'
import { Button } from '@/ui/form/Button.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { chatIdentityQuery } from './chat.ts'
import { View } from './View.tsx'

/** Stands for the chat provider's window in a simulated world, where nobody answers: whom it would talk to. */
export function ChatStandIn({ onBack }: { onBack: () => void }) {
  const { data, isError, error, refetch, isFetching } = useQuery(chatIdentityQuery())
  return (
    <View>
      <p>{text.simulated}</p>
      {data && <p>{text.knows(data.name, data.email)}</p>}
      {isError && (
        <ErrorState
          compact
          title={text.failed('')}
          detail={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !isError && (
        <LoadingRegion>
          <SkeletonLines lines={2} />
        </LoadingRegion>
      )}
      <Button wide variant="quiet" onClick={onBack}>
        {supportText.back}
      </Button>
    </View>
  )
}

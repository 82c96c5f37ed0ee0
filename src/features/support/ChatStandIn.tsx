import { useQuery } from '@tanstack/react-query'
import { chatText as text, supportText } from '@/messages/support/support.ts'
import { Button } from '@/ui/form/Button.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { chatIdentityQuery } from './chat.ts'
import { View } from './View.tsx'

/** Replaces the chat provider's window in simulated mode. Shows the identity that the provider would receive. */
export function ChatStandIn({ onBack }: { onBack: () => void }) {
  const query = useQuery(chatIdentityQuery())
  const { data, isError } = query
  return (
    <View>
      <p>{text.simulated}</p>
      {data && <p>{text.knows(data.name, data.email)}</p>}
      {(isError || !data) && <QueryFallback query={query} failed={text.failed('')} compact lines={2} />}
      <Button wide variant="quiet" onClick={onBack}>
        {supportText.back}
      </Button>
    </View>
  )
}

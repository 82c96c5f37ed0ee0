import { IconLock } from '@tabler/icons-react'
import { memberText } from '@/messages/fleets/fleet-members.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Card } from '@/ui/layout/Panel.tsx'

/** Replaces members and teams for users who may not see them. */
export function Unauthorized() {
  return (
    <Card>
      <EmptyState
        icon={<IconLock size={26} aria-hidden="true" />}
        title={memberText.unauthorized}
        detail={memberText.unauthorizedDetail}
      />
    </Card>
  )
}

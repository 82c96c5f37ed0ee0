import { IconSnowflake } from '@tabler/icons-react'
import { paths } from '@/lib/paths.ts'
import { deviceText } from '@/messages/device.ts'
import { ButtonLink } from '@/ui/Button.tsx'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'

/** Instead of a device whose organization is frozen. */
export function FrozenOrganization({ name }: { name: string }) {
  return (
    <PageFrame title={deviceText.organizationFrozenTitle} hidden>
      <EmptyState
        icon={<IconSnowflake size={28} aria-hidden="true" />}
        title={deviceText.organizationFrozenTitle}
        detail={deviceText.organizationFrozen(name)}
        action={<ButtonLink to={paths.fleets()}>{deviceText.toFleets}</ButtonLink>}
      />
    </PageFrame>
  )
}

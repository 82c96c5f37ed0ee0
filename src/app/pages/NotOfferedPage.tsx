import { paths } from '@/lib/paths.ts'
import { notOfferedText as text } from '@/messages/app/not-offered.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'

/** Replaces a page of a feature that this platform does not have. */
export function NotOfferedPage({ feature }: { feature: keyof typeof text.what }) {
  return (
    <PageFrame title={text.title}>
      <Card>
        <EmptyState
          title={text.detail(text.what[feature])}
          action={<ButtonLink to={paths.home()}>{text.goHome}</ButtonLink>}
        />
      </Card>
    </PageFrame>
  )
}

import { notOfferedText as text } from '@/messages/not-offered.ts'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { paths } from '@/lib/paths.ts'

/** Replaces a page of a feature that this platform does not have. */
export const notOffered = (feature: keyof typeof text.what) => () => (
  <PageFrame title={text.title}>
    <Card>
      <EmptyState
        title={text.detail(text.what[feature])}
        action={<ButtonLink to={paths.home()}>{text.goHome}</ButtonLink>}
      />
    </Card>
  </PageFrame>
)

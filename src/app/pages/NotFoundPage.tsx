import { IconMapOff } from '@tabler/icons-react'
import { paths } from '@/lib/paths.ts'
import { pageText } from '@/messages/app/pages.ts'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { MessagePage } from './MessagePage.tsx'

export function Component() {
  return (
    <MessagePage
      icon={<IconMapOff size={36} stroke={1.4} aria-hidden="true" />}
      title={pageText.notFound}
      action={
        <ButtonLink variant="primary" to={paths.home()}>
          {pageText.goHome}
        </ButtonLink>
      }
    >
      <p>{pageText.notFoundDetail}</p>
    </MessagePage>
  )
}

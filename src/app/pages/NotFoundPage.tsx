import { IconMapOff } from '@tabler/icons-react'
import { pageText } from '@/messages/shell.ts'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { paths } from '@/lib/paths.ts'
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

import { paths } from '@/lib/paths.ts'
import { pageText } from '@/messages/app/pages.ts'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'

/** "Page not found" in the layout of pages before sign-in. */
export function EntryNotFound() {
  return (
    <>
      <PageTitle title={pageText.notFound} />
      <p>{pageText.notFoundDetail}</p>
      <div>
        <ButtonLink variant="primary" to={paths.home()}>
          {pageText.goHome}
        </ButtonLink>
      </div>
    </>
  )
}

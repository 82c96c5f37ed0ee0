import { pageText } from '@/messages/shell.ts'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { paths } from '../paths.ts'

/** Nothing is at this address, said in the frame of the pages before the shell. */
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

import { useRouteError } from 'react-router'
import { pageText } from '@/messages/app/pages.ts'
import { Button } from '@/ui/form/Button.tsx'
import { useDocumentTitle } from '@/ui/layout/PageTitle.tsx'
import { FullPage } from './FullPage.tsx'
import { useFailure } from './use-failure.ts'

/** The whole window when the layout itself failed. */
export function RootError() {
  useDocumentTitle(pageText.failed)
  const { text, status } = useFailure(useRouteError())
  return (
    <FullPage>
      <h1>{pageText.failed}</h1>
      {status !== undefined && <p>{pageText.status(status)}</p>}
      <p role="alert">{text}</p>
      <div>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {pageText.refresh}
        </Button>
      </div>
    </FullPage>
  )
}
